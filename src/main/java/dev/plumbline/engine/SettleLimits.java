package dev.plumbline.engine;

import java.time.Duration;

/**
 * How far one settlement may go: beyond it, rules are taken to run in circles.
 *
 * @param firings how many times rules may fire
 * @param duration how long they may take
 */
public record SettleLimits(long firings, Duration duration) {}
