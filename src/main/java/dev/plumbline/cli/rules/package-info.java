/** Commands for rule authors: lint, test, diff, scenario, rules. */
@NullMarked
package dev.plumbline.cli.rules;

import org.jspecify.annotations.NullMarked;
