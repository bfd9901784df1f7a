/** Where the log is kept: a folder, crash by crash. */
@NullMarked
package dev.plumbline.log.store;

import org.jspecify.annotations.NullMarked;
