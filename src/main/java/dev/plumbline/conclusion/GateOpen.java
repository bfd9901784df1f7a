package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That all an activity depends on is there, for every object.
 *
 * @param gate ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
 */
public record GateOpen(@Key String gate) implements Conclusion {}
