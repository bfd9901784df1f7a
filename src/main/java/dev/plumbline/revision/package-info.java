/** The life of a rule revision, from its offer until it decides, or not. */
@NullMarked
package dev.plumbline.revision;

import org.jspecify.annotations.NullMarked;
