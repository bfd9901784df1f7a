/** Assembly: configuration, sources, writers and leadership of one host. */
@NullMarked
package dev.plumbline.wiring;

import org.jspecify.annotations.NullMarked;
