/** Evidence bundles: the answers about one node with proofs, in one file to hand over. */
@NullMarked
package dev.plumbline.audit.bundle;

import org.jspecify.annotations.NullMarked;
