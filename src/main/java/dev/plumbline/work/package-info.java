/** Threads of the host that say what they are at, so that one that hangs is noticed. */
@NullMarked
package dev.plumbline.work;

import org.jspecify.annotations.NullMarked;
