package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What a record says about itself and its components. */
record RecordDoc(String summary, Map<String, String> components) {

  private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

  /** What the source of {@code type} says. */
  static RecordDoc of(RecordType type) throws IOException {
    String source = source(type.type());
    var comment = COMMENT.matcher(source);
    assertThat(comment.find()).as("%s has a comment", type.name()).isTrue();
    String[] parts =
        comment
            .group(1)
            .replaceAll("(?m)^\\s*\\* ?", "")
            .replaceAll("\\{@(?:code|link)\\s+([^}]*)}", "$1")
            .replaceAll("</?em>", "")
            .split("@param ", -1);
    var components = new LinkedHashMap<String, String>();
    for (int i = 1; i < parts.length; i++) {
      String[] words = parts[i].strip().split("\\s+", 2);
      components.put(words[0], words[1].replaceAll("\\s+", " "));
    }
    assertThat(components.keySet())
        .as("%s tells what its components are", type.name())
        .containsExactlyElementsOf(
            type.components().stream().map(RecordType.Property::name).toList());
    return new RecordDoc(parts[0].strip().replaceAll("\\s+", " "), components);
  }

  /** The source that {@code type} is written in; its own part where it is one of a topic. */
  static String source(Class<?> type) throws IOException {
    String file = type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
    String source = Files.readString(Path.of("src/main/java", file));
    Class<?> holder = type.getDeclaringClass();
    if (holder == null || !holder.isInterface()) {
      return source;
    }
    var declared =
        Pattern.compile("(?m)^  (?:public )?[a-z ]*record " + type.getSimpleName() + "\\(")
            .matcher(source);
    assertThat(declared.find()).as("%s in %s", type.getSimpleName(), file).isTrue();
    var end = Pattern.compile("(?m)\\{}$|^  }$").matcher(source);
    assertThat(end.find(declared.start())).isTrue();
    return source
        .substring(source.lastIndexOf("\n  /**", declared.start()), end.end())
        .replaceAll("(?m)^  ", "");
  }
}
