/** Rules as signed bundles: one archive, with a manifest and a signature, and where it is kept. */
@NullMarked
package dev.plumbline.bundle;

import org.jspecify.annotations.NullMarked;
