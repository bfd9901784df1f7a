package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import java.util.ArrayList;
import java.util.List;

/** The objects of one file of {@code cluster/}: single, several documents, or lists. */
final class KubernetesFile {

  private static final String NO_OBJECT = "Maybe this is no Kubernetes object.";

  private KubernetesFile() {}

  /** Adds the facts of every object in {@code documents}. */
  static void read(List<Cursor> documents, FactSet facts) {
    for (Cursor document : documents) {
      String apiVersion = document.required("apiVersion", NO_OBJECT).text();
      String kind = document.required("kind", NO_OBJECT).text();
      if (kind.endsWith("List") && document.at("items").present()) {
        for (Cursor item : document.at("items").items()) {
          addItem(item, apiVersion, kind, facts);
        }
      } else {
        add(KarpenterObjects.read(document, apiVersion, kind), document, kind, facts);
      }
    }
  }

  /** An item of {@code NodePoolList} may leave its kind to the list; one of {@code List} not. */
  private static void addItem(Cursor item, String apiVersion, String listKind, FactSet facts) {
    boolean typed = !listKind.equals("List");
    String kind =
        typed && !item.at("kind").present()
            ? listKind.substring(0, listKind.length() - "List".length())
            : item.required("kind", NO_OBJECT).text();
    String version =
        typed && !item.at("apiVersion").present()
            ? apiVersion
            : item.required("apiVersion", NO_OBJECT).text();
    add(KarpenterObjects.read(item, version, kind), item, kind, facts);
  }

  private static void add(List<Fact> read, Cursor object, String kind, FactSet facts) {
    if (!read.isEmpty()) {
      String name = object.at("metadata").at("name").text();
      facts.addOnce(new ArrayList<>(read), object.named(kind + "/" + name));
    }
  }
}
