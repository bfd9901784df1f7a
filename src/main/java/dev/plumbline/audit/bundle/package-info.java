/**
 * What answers the questions about one node where nobody needs to be trusted: a file to hand over.
 */
@NullMarked
package dev.plumbline.audit.bundle;

import org.jspecify.annotations.NullMarked;
