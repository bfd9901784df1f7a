package dev.plumbline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What values.yaml says of each value: the comment before it. */
final class ChartValues {

  static final Path FILE = Chart.ROOT.resolve("values.yaml");

  private static final Pattern KEY = Pattern.compile("( *)([A-Za-z0-9_.]+):.*");

  private ChartValues() {}

  /**
   * A value with a comment of its own.
   *
   * @param path its place: {@code [image, tag]}
   * @param text what it is
   * @param value what it is unless set
   * @param group whether there are values with comments below it
   */
  record Value(List<String> path, String text, JsonNode value, boolean group) {

    String name() {
      return String.join(".", path);
    }
  }

  private record Place(int indent, String key) {}

  /** In the order of the file. */
  static List<Value> read() throws IOException {
    JsonNode root = Manifests.read(FILE).getFirst();
    var values = new ArrayList<Value>();
    var places = new ArrayDeque<Place>();
    var comment = new ArrayList<String>();
    for (String line : Files.readAllLines(FILE)) {
      Matcher key = KEY.matcher(line);
      if (line.strip().startsWith("#")) {
        comment.add(line.strip().substring(1).strip());
      } else if (line.isBlank()) {
        comment.clear();
      } else if (key.matches()) {
        int indent = key.group(1).length();
        while (!places.isEmpty() && places.getLast().indent() >= indent) {
          places.removeLast();
        }
        places.addLast(new Place(indent, key.group(2)));
        if (!comment.isEmpty()) {
          values.add(value(root, places.stream().map(Place::key).toList(), comment));
          comment.clear();
        }
      }
    }
    return values.stream()
        .map(
            each ->
                new Value(
                    each.path(),
                    each.text(),
                    each.value(),
                    values.stream().anyMatch(other -> below(other.path(), each.path()))))
        .toList();
  }

  private static Value value(JsonNode root, List<String> path, List<String> comment) {
    JsonNode value = root;
    for (String key : path) {
      value = value.path(key);
    }
    return new Value(path, String.join(" ", comment), value, false);
  }

  private static boolean below(List<String> path, List<String> above) {
    return path.size() > above.size() && path.subList(0, above.size()).equals(above);
  }
}
