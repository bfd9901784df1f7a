/**
 * Backtests as a job on Apache Flink. It is no part of the program, which has no class of Flink:
 * docs/adr/0029.
 */
@NullMarked
package dev.plumbline.flink;

import org.jspecify.annotations.NullMarked;
