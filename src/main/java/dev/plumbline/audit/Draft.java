package dev.plumbline.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * An entry that is not in the log yet: it has no place there.
 *
 * @param at when it happened
 * @param kind what it tells
 * @param body its fields, as docs/decision-log.md lists them; not changed after it is handed over
 */
public record Draft(Instant at, EntryKind kind, ObjectNode body) {}
