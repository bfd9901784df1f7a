/** Whether a log is what it was: every entry, every hash, every signature, every object. */
@NullMarked
package dev.plumbline.audit.verify;

import org.jspecify.annotations.NullMarked;
