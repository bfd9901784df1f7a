/**
 * The HTTP interface: REST API, web page, probes, metrics, traces. Read-only, except that
 * authorized users may request the activation of a rule revision.
 */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
