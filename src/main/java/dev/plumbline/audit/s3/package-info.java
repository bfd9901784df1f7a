/** The log in a bucket: shipped there as it grows, read and continued from there. */
@NullMarked
package dev.plumbline.audit.s3;

import org.jspecify.annotations.NullMarked;
