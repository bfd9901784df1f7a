package dev.plumbline.loop;

import dev.plumbline.engine.SettleLimits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Timings and limits of the loop.
 *
 * @param debounce a batch is closed once no update has arrived for this long
 * @param maxDebounce the longest a batch stays open after its first update
 * @param retry the backoff after a failed settlement; doubles with each further failure
 */
public record LoopTimings(
    Duration debounce,
    Duration maxDebounce,
    SettleLimits limits,
    Duration retry,
    InstantSource clock) {}
