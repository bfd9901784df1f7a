/** Trials: what has not been active yet is tried in a process of its own. */
@NullMarked
package dev.plumbline.trial;

import org.jspecify.annotations.NullMarked;
