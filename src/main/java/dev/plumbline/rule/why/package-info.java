/** Rules read and evaluated beside the engine: what they need, and why they do not conclude. */
@NullMarked
package dev.plumbline.rule.why;

import org.jspecify.annotations.NullMarked;
