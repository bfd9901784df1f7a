package dev.plumbline.host;

import org.jspecify.annotations.Nullable;

/**
 * A scenario that was made of a real case.
 *
 * @param scenarioFile the file that it belongs into
 * @param text it, as a list of one; null when there is none
 * @param fault why there is none; null when there is
 */
public record MadeScenario(String scenarioFile, @Nullable String text, @Nullable String fault) {}
