package dev.plumbline.loop;

import dev.plumbline.engine.SettleLimits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How the loop goes about it.
 *
 * @param quiet a batch is closed once nothing was told for so long
 * @param most and at the latest so long after its first part was told
 * @param limits how far one settlement may go
 * @param retry how long to wait after one that went too far; twice as long after each further one
 * @param clock what the time is
 */
public record LoopTimings(
    Duration debounce,
    Duration maxDebounce,
    SettleLimits limits,
    Duration retry,
    InstantSource clock) {}
