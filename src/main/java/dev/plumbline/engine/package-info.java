/**
 * Typed rules as a rule base of the engine's public model; sessions, settlements, derivations. The
 * only package that sees the engine.
 */
@NullMarked
package dev.plumbline.engine;

import org.jspecify.annotations.NullMarked;
