/** The record: what was known, what followed, what was done, and that none of it was altered. */
@NullMarked
package dev.plumbline.audit;

import org.jspecify.annotations.NullMarked;
