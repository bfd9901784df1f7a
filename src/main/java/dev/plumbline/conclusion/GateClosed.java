package dev.plumbline.conclusion;

/**
 * That an activity waits, for one object.
 *
 * @param gate ami-resolution, instance-type-mapping, node-pool-usability, drift,
 *     disruption-budgets, rollout
 * @param blocks the object: EC2NodeClass/default
 * @param waitsFor the source or value that is missing
 * @param errorClass transient or persistent
 * @param message why, in words
 */
public record GateClosed(
    String gate, String blocks, String waitsFor, String errorClass, String message)
    implements Conclusion {}
