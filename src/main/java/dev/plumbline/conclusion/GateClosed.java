package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That an activity waits, for one object.
 *
 * @param gate ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
 * @param blocks the object: EC2NodeClass/default; Cluster
 * @param waitsFor the source, the value or the other gate that is not ready
 * @param errorClass transient or persistent
 * @param since since when; null when not told
 * @param message why, in words
 */
public record GateClosed(
    @Key String gate,
    @Key String blocks,
    @Key String waitsFor,
    String errorClass,
    @Nullable Instant since,
    String message)
    implements Conclusion {}
