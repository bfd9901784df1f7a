/** What rule text may say, checked before it is compiled: it is code that comes from outside. */
@NullMarked
package dev.plumbline.rule.lint;

import org.jspecify.annotations.NullMarked;
