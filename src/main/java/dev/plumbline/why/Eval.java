package dev.plumbline.why;

import org.jspecify.annotations.Nullable;

/** An expression of a rule, ready to be evaluated over what was matched so far. */
@FunctionalInterface
interface Eval {

  /** The value, given what was matched and bound, by slot. */
  @Nullable Object of(@Nullable Object[] frame);
}
