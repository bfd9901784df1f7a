/** A log that is kept in a bucket too, out of reach of the machine that writes it. */
@NullMarked
package dev.plumbline.audit.s3;

import org.jspecify.annotations.NullMarked;
