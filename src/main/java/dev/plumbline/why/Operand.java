package dev.plumbline.why;

import org.jspecify.annotations.Nullable;

/**
 * Something that a test names.
 *
 * @param name as the rule writes it
 * @param fact the slot of the fact or conclusion that it is read of; -1 for what is counted
 * @param property the property that it is; null for the fact itself
 * @param value reads it
 */
record Operand(String name, int fact, @Nullable String property, Eval value) {}
