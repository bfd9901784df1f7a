package dev.plumbline.log;

/**
 * The head of a log.
 *
 * @param origin identifies the log: the first line of its checkpoints, {@code
 *     plumbline.dev/log/production}
 * @param root the root of their Merkle tree (RFC 6962), lower-case hexadecimal
 */
public record LogHead(String origin, long size, String root) {}
