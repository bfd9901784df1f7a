/** What is written to the API server: objects and fields that are ours, Events, reports. */
@NullMarked
package dev.plumbline.action.kubernetes;

import org.jspecify.annotations.NullMarked;
