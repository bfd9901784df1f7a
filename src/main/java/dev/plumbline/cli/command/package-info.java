/** Shared by all commands: exit codes, errors, options. */
@NullMarked
package dev.plumbline.cli.command;

import org.jspecify.annotations.NullMarked;
