/** Why something holds, why it does not, and what would change that: for the CLI and the API. */
@NullMarked
package dev.plumbline.host.explain;

import org.jspecify.annotations.NullMarked;
