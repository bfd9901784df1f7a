package dev.plumbline.cli.lsp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words of the rule reference (docs/rule-reference.md) on a type or a member, in Markdown. */
final class Reference {

  private static final String FILE = "META-INF/plumbline/rule-reference.md";

  /** A row of a table: a component has a column that says whether it may be null. */
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.*) \\|");

  private static final Pattern COLUMNS = Pattern.compile(" \\| ");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> members = new HashMap<>();

  private Reference() {}

  static Reference read() {
    var reference = new Reference();
    try (InputStream stream = Reference.class.getClassLoader().getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException(FILE + " is not on the class path. Try: build again.");
      }
      reference.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(FILE + " cannot be read", e);
    }
    return reference;
  }

  private void parse(String markdown) {
    String type = "";
    for (String line : markdown.lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (line.startsWith("#")) {
        type = line.startsWith("### ") ? line.substring(4) : "";
      } else if (!type.isEmpty() && row.matches()) {
        String member = row.group(1).replaceFirst("\\(.*", "").replaceFirst(".*\\.", "");
        members.putIfAbsent(type + "." + member, row(type, row.group(1), row.group(2)));
      } else if (!type.isEmpty() && !line.isBlank() && !line.startsWith("|")) {
        types.merge(type, plain(line), (before, more) -> before + "\n\n" + more);
      }
    }
  }

  private static String row(String type, String signature, String columns) {
    boolean method = signature.contains("(");
    String[] cells = COLUMNS.split(columns, method ? 2 : 3);
    String name = signature.contains(".") ? signature : type + "." + signature;
    boolean nullable = !method && cells.length > 2 && cells[1].strip().equals("may be");
    return "`"
        + name
        + "` "
        + cells[0].strip()
        + (nullable ? ", may be null" : "")
        + "\n\n"
        + plain(cells[cells.length - 1].strip()).replace("\\|", "|");
  }

  private static String plain(String markdown) {
    return LINK.matcher(markdown).replaceAll("$1");
  }

  @Nullable String type(String name) {
    String summary = types.get(name);
    return summary == null ? null : "**" + name + "**\n\n" + summary;
  }

  @Nullable String member(String type, String name) {
    return members.get(type + "." + name);
  }

  /** What the files of a rule set say of a parameter; null when none declares it. */
  static @Nullable String parameter(RuleFiles files, String name) {
    var yaml = new YAMLMapper();
    for (String file : files.names(RuleFiles.DECLARATIONS)) {
      try {
        JsonNode declared = yaml.readTree(files.text(file)).path("parameters").path(name);
        if (declared.isObject()) {
          String unset = declared.has("default") ? declared.path("default").toString() : "none";
          return "**%s** %s, default %s\n\n%s"
              .formatted(
                  name,
                  declared.path("kind").asText(),
                  unset.replace("\"", ""),
                  declared.path("description").asText());
        }
      } catch (JsonProcessingException e) {
        // A diagnostic of that file says so.
        continue;
      }
    }
    return null;
  }
}
