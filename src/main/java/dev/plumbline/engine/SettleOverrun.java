package dev.plumbline.engine;

import dev.plumbline.language.Rule;
import java.time.Duration;

/** A settlement that exceeded its limits and was aborted; its session must be closed. */
public record SettleOverrun(Rule rule, long times, long firings, Duration took)
    implements Settled {}
