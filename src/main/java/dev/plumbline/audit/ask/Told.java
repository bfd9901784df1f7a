package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A fact or a conclusion that an answer names, and where the log tells it.
 *
 * @param name the key of a fact, the id of a conclusion
 * @param entry the place of the entry that tells it
 * @param object the digest of the object with it, where it is not in the entry itself
 * @param value its wire form
 */
public record Told(String name, long entry, @Nullable String object, JsonNode value) {}
