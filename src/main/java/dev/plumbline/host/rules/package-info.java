/** Revisions of the rules: what one would change, and whether it may serve. */
@NullMarked
package dev.plumbline.host.rules;

import org.jspecify.annotations.NullMarked;
