/** Pure planning of actions from conclusions: one file per kind of action. */
@NullMarked
package dev.plumbline.action.plan;

import org.jspecify.annotations.NullMarked;
