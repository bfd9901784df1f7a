package dev.plumbline.conclusion;

/**
 * That all an activity depends on is there, for every object.
 *
 * @param gate ami-resolution, instance-type-mapping, node-pool-usability
 */
public record GateOpen(String gate) implements Conclusion {}
