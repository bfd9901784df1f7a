/** The verbs that talk to a cluster: serve, snapshot, release. */
@NullMarked
package dev.plumbline.cli.serve;

import org.jspecify.annotations.NullMarked;
