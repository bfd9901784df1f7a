/** Writes to the API server: owned objects and fields, Events, reports. */
@NullMarked
package dev.plumbline.action.kubernetes;

import org.jspecify.annotations.NullMarked;
