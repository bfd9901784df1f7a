/**
 * The HTTP interface: REST, the page, probes, metrics, traces. Authorized users may request that a
 * revision of the rules is activated; nothing else can be changed.
 */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
