/** Commands that query the decision log. */
@NullMarked
package dev.plumbline.cli.audit;

import org.jspecify.annotations.NullMarked;
