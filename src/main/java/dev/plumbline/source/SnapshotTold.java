package dev.plumbline.source;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot folder tells.
 *
 * @param at the time it tells; null when it tells none
 * @param told by owner, without the time unless it tells one
 */
record SnapshotTold(@Nullable Instant at, List<Told> told) {}
