/** Facts: sealed records, one per observed object, each with a stable key and a source. */
@NullMarked
package dev.plumbline.fact;

import org.jspecify.annotations.NullMarked;
