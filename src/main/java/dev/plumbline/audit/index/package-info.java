/** The index of a log: which entries to read for a query. */
@NullMarked
package dev.plumbline.audit.index;

import org.jspecify.annotations.NullMarked;
