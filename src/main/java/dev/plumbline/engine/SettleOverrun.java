package dev.plumbline.engine;

import dev.plumbline.language.Rule;
import java.time.Duration;

/**
 * A settlement that exceeded its limits and was aborted; its session must be closed.
 *
 * @param rule the rule that fired most often
 * @param times how many times that rule fired
 * @param firings the total number of firings
 * @param took the elapsed time
 */
public record SettleOverrun(Rule rule, long times, long firings, Duration took)
    implements Settled {}
