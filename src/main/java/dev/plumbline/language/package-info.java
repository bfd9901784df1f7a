/** The rule language: parser, syntax tree, linter and expression compiler. */
@NullMarked
package dev.plumbline.language;

import org.jspecify.annotations.NullMarked;
