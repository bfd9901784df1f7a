package dev.plumbline.conclusion;

/**
 * That the facts of a source cannot be relied on now.
 *
 * @param source images, instance-types, …
 * @param errorClass transient or persistent
 * @param message why, in words
 */
public record SourceNotReady(String source, String errorClass, String message)
    implements Conclusion {}
