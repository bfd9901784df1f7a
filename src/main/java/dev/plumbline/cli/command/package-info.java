/** Shared by all commands: exit codes, errors, options, help for shells. */
@NullMarked
package dev.plumbline.cli.command;

import org.jspecify.annotations.NullMarked;
