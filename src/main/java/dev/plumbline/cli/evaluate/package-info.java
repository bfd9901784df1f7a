/** Commands that evaluate a snapshot: evaluate, plan, explain. */
@NullMarked
package dev.plumbline.cli.evaluate;

import org.jspecify.annotations.NullMarked;
