package dev.plumbline.web.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose a token is.
 *
 * @param name what the record calls the user
 * @param groups those the user is in
 * @param kubernetes the user as the API server tells ({@code TokenReview.status.user}); null when
 *     somebody else told
 */
public record User(String name, List<String> groups, @Nullable ObjectNode kubernetes) {}
