/** Conclusions: sealed records, one per kind of conclusion, each self-contained. */
@NullMarked
package dev.plumbline.conclusion;

import org.jspecify.annotations.NullMarked;
