/** The record in the forms that other tools of compliance read. */
@NullMarked
package dev.plumbline.audit.export;

import org.jspecify.annotations.NullMarked;
