/** What is recorded before it is done, and decided again from the record. */
@NullMarked
package dev.plumbline.record;

import org.jspecify.annotations.NullMarked;
