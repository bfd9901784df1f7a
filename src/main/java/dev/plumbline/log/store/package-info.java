/** Crash-safe storage of the log in a folder. */
@NullMarked
package dev.plumbline.log.store;

import org.jspecify.annotations.NullMarked;
