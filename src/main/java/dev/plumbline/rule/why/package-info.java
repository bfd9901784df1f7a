/** Why a conclusion does not hold, and which changes of facts might make it hold. */
@NullMarked
package dev.plumbline.rule.why;

import org.jspecify.annotations.NullMarked;
