/** What is true: sealed records, one per thing observed, each with a stable key and a source. */
@NullMarked
package dev.plumbline.fact;

import org.jspecify.annotations.NullMarked;
