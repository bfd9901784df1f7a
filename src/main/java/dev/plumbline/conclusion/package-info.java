/** What follows: sealed records, one per thing that rules conclude, each complete in itself. */
@NullMarked
package dev.plumbline.conclusion;

import org.jspecify.annotations.NullMarked;
