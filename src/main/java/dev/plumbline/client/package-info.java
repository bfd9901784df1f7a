/** Calls to the outside: the API server as JSON trees, pauses between retries, rate limits. */
@NullMarked
package dev.plumbline.client;

import org.jspecify.annotations.NullMarked;
