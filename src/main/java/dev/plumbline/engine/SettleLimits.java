package dev.plumbline.engine;

import java.time.Duration;

/** The limits of one settlement; beyond them, rules are considered not to converge. */
public record SettleLimits(long firings, Duration duration) {}
