package dev.plumbline.conclusion;

/**
 * A conclusion that is returned only in queries for its type and in derivations, and is not
 * recorded: it is a step to others, or says again what others say.
 */
public interface Unrecorded {}
