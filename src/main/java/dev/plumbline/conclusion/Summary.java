package dev.plumbline.conclusion;

/**
 * A conclusion that says in one what many others say, for the rules that need them as a whole. Any
 * rule file may read it, and its components stay.
 */
public interface Summary extends Unrecorded {}
