/** Which entries are worth reading for a question: an aid, never the answer. */
@NullMarked
package dev.plumbline.audit.index;

import org.jspecify.annotations.NullMarked;
