/**
 * Archives of files: read as common tools write them, written so that equal files are equal bytes.
 */
@NullMarked
package dev.plumbline.archive;

import org.jspecify.annotations.NullMarked;
