/** The log in a bucket. */
@NullMarked
package dev.plumbline.log.s3;

import org.jspecify.annotations.NullMarked;
