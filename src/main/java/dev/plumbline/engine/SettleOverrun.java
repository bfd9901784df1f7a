package dev.plumbline.engine;

import dev.plumbline.language.Rule;
import java.time.Duration;

/**
 * That a settlement went beyond its limits and was stopped midway: its session is of no use any
 * more.
 *
 * @param rule the rule that fired most
 * @param times how many times that one fired
 * @param firings how many times rules fired in all
 * @param took how long it went on
 */
public record SettleOverrun(Rule rule, long times, long firings, Duration took)
    implements Settled {}
