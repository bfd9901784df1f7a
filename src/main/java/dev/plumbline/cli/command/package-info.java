/** What every verb uses: exit codes, errors, shared options. */
@NullMarked
package dev.plumbline.cli.command;

import org.jspecify.annotations.NullMarked;
