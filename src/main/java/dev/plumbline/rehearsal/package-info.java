/** A model of Karpenter and its cluster in virtual time, and the whole host driven on it. */
@NullMarked
package dev.plumbline.rehearsal;

import org.jspecify.annotations.NullMarked;
