package dev.plumbline.conclusion;

/** An intermediate conclusion, private to one rule file; its components may change at any time. */
public interface Internal extends Unrecorded {}
