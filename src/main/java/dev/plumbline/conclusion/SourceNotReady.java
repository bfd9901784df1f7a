package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That the facts of a source cannot be relied on now.
 *
 * @param source images, instance-types, …
 * @param errorClass transient or persistent
 * @param since since when; null when not told
 * @param message why, in words
 */
public record SourceNotReady(
    @Key String source, String errorClass, @Nullable Instant since, String message)
    implements Conclusion {}
