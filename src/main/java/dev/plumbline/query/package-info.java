/** Questions to a decision log, with exports and bundles of what answers them. */
@NullMarked
package dev.plumbline.query;

import org.jspecify.annotations.NullMarked;
