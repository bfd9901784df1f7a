/**
 * Rule text: its parser, its typed tree, its linter, and the closures that evaluate its
 * expressions.
 */
@NullMarked
package dev.plumbline.language;

import org.jspecify.annotations.NullMarked;
