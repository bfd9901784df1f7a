/** Why something holds, why not, and the smallest change after which it would. */
@NullMarked
package dev.plumbline.why;

import org.jspecify.annotations.NullMarked;
