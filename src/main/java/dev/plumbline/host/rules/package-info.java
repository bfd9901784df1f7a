/** The life of a revision of the rules, from the text that is offered to the one that serves. */
@NullMarked
package dev.plumbline.host.rules;

import org.jspecify.annotations.NullMarked;
