/** The command line: one file per subcommand. */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
