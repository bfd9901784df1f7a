package dev.plumbline.conclusion;

/**
 * A step that one rule file takes for itself. It is told only to those who ask for its type, and as
 * a reason of other conclusions; its components may change at any time.
 */
public interface Internal {}
