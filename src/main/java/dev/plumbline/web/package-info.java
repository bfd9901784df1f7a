/**
 * What others read over HTTP: REST, the page, probes, metrics, traces. Who may, asks here that a
 * revision of the rules serves; nothing else can be changed.
 */
@NullMarked
package dev.plumbline.web;

import org.jspecify.annotations.NullMarked;
