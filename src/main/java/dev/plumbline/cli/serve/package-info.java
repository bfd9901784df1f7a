/** Commands that access a cluster: serve, snapshot, release. */
@NullMarked
package dev.plumbline.cli.serve;

import org.jspecify.annotations.NullMarked;
