/** Text for people: aligned, wrapped and coloured. */
@NullMarked
package dev.plumbline.cli.table;

import org.jspecify.annotations.NullMarked;
