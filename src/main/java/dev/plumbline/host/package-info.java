/** Wires the stages: evaluation of a snapshot, scenarios; later the loop, reload and leadership. */
@NullMarked
package dev.plumbline.host;

import org.jspecify.annotations.NullMarked;
