/** What entries of the log say, with the parts that are kept beside them. */
@NullMarked
package dev.plumbline.audit.read;

import org.jspecify.annotations.NullMarked;
