/** Scenarios: cases beside rules, run and made. */
@NullMarked
package dev.plumbline.scenario;

import org.jspecify.annotations.NullMarked;
