package dev.plumbline.audit.store;

/**
 * What was cut off the end of a log when it was opened: written, but never acknowledged.
 *
 * @param entries whole entries
 * @param bytes of lines, hashes and checkpoints
 * @param reason what was found
 */
public record Cut(long entries, long bytes, String reason) {}
