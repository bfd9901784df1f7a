/** What others read over HTTP: REST, probes, metrics, traces. It changes nothing. */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
