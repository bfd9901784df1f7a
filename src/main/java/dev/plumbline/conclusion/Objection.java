package dev.plumbline.conclusion;

/** What keeps something from being used or done: fewer of these is a loosening. */
public interface Objection {}
