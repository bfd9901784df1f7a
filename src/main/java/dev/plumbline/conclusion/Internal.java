package dev.plumbline.conclusion;

/**
 * An intermediate conclusion, private to the shipped rules and mostly to one of their files. It is
 * returned only in queries for its type and in derivations, and is not recorded; its components may
 * change at any time.
 */
public interface Internal {}
