/** The command line: one file per verb. */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
