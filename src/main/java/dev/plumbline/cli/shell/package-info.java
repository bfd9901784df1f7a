/** Commands about the program itself: help, man, completion, version. */
@NullMarked
package dev.plumbline.cli.shell;

import org.jspecify.annotations.NullMarked;
