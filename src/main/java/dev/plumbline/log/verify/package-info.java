/** Whether a log is complete and unaltered, from its bytes alone. */
@NullMarked
package dev.plumbline.log.verify;

import org.jspecify.annotations.NullMarked;
