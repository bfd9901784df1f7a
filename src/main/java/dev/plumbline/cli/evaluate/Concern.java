package dev.plumbline.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.action.plan.GitOps.Document;
import org.jspecify.annotations.Nullable;

/** Whether something planned is about an object, or about one that is made for it. */
final class Concern {

  private Concern() {}

  static boolean of(Action action, @Nullable String object) {
    JsonNode content =
        switch (action.change()) {
          case Change.Apply apply -> apply.applied();
          case Change.Delete delete -> delete.before();
          default -> null;
        };
    return of(action.object().key(), content, object);
  }

  static boolean of(Document document, @Nullable String object) {
    return of(document.object().key(), document.content(), object);
  }

  private static boolean of(String key, @Nullable JsonNode content, @Nullable String object) {
    return object == null
        || key.equalsIgnoreCase(object)
        || (content != null
            && ("NodePool/"
                    + content
                        .path("metadata")
                        .path("labels")
                        .path("plumbline.dev/tier-of")
                        .asText())
                .equalsIgnoreCase(object));
  }
}
