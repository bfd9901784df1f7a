/** The life cycle of a rule revision, from offer to activation or rejection. */
@NullMarked
package dev.plumbline.revision;

import org.jspecify.annotations.NullMarked;
