/**
 * The engine: rule text to rule base, the session, derivations. The only package that sees Drools.
 */
@NullMarked
package dev.plumbline.rule;

import org.jspecify.annotations.NullMarked;
