/** Objects of a cluster, listed and watched at its API server, turned into facts. */
@NullMarked
package dev.plumbline.source.kubernetes;

import org.jspecify.annotations.NullMarked;
