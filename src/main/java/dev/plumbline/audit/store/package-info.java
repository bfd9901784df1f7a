/** Where a log is kept: the files it is made of, in a folder or a bucket. */
@NullMarked
package dev.plumbline.audit.store;

import org.jspecify.annotations.NullMarked;
