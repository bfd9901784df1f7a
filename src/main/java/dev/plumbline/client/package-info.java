/** The API server client, backoff and rate limits. */
@NullMarked
package dev.plumbline.client;

import org.jspecify.annotations.NullMarked;
