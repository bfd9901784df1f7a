/** The questions of an auditor, answered from the log alone. */
@NullMarked
package dev.plumbline.audit.ask;

import org.jspecify.annotations.NullMarked;
