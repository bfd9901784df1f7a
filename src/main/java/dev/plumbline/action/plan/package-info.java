/** What to do about what follows, worked out purely: a file for each kind of action. */
@NullMarked
package dev.plumbline.action.plan;

import org.jspecify.annotations.NullMarked;
