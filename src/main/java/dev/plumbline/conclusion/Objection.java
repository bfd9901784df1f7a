package dev.plumbline.conclusion;

/** A reason against the use of an object or an action; fewer objections are a loosening. */
public interface Objection {}
