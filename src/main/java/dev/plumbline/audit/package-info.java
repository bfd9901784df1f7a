/** The decision log: what was known, what followed and what was done, tamper-evident. */
@NullMarked
package dev.plumbline.audit;

import org.jspecify.annotations.NullMarked;
