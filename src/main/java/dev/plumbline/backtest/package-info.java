/** Recorded facts decided again by other rules, segment by segment. */
@NullMarked
package dev.plumbline.backtest;

import org.jspecify.annotations.NullMarked;
