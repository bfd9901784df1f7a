/** The loop: facts are updated, settled, planned, recorded, acted on. */
@NullMarked
package dev.plumbline.loop;

import org.jspecify.annotations.NullMarked;
