package dev.plumbline.audit.read;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a recorded rule text tells of one rule.
 *
 * @param id {@code @Id}
 * @param name the finding it states
 * @param controls {@code @Control}, one by one
 * @param severity {@code @Severity}
 * @param file the file it stands in
 * @param line the line of its header, from 1
 * @param digest the digest of that file, {@code sha256:…}
 */
public record RuleHeader(
    String id,
    String name,
    List<String> controls,
    String severity,
    String file,
    int line,
    String digest) {

  /** How many characters of a digest people are shown. */
  private static final int SHORT = 12;

  private static final Pattern RULE =
      Pattern.compile("(?m)^[ \\t]*rule\\s+(?:\"([^\"]+)\"|'([^']+)'|(\\S+))");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^[ \\t]*//.*$");
  private static final Pattern WHEN = Pattern.compile("(?m)^[ \\t]*(when|then)\\b");

  /** Where it stands: {@code ami-eligibility.drl:23@1f2e3d4c5b6a}. */
  public String place() {
    return file + ":" + line + "@" + brief(digest);
  }

  /** The beginning of a digest, for people. */
  public static String brief(String digest) {
    String hex = digest.startsWith("sha256:") ? digest.substring("sha256:".length()) : digest;
    return hex.substring(0, Math.min(SHORT, hex.length()));
  }

  /** The rules of one file, in its order. */
  static List<RuleHeader> of(String file, String digest, String text) {
    // Comments are made blank, so that lines stay where they are.
    String code = COMMENT.matcher(text).replaceAll(m -> m.group().replaceAll("[^\\n]", " "));
    var headers = new ArrayList<RuleHeader>();
    Matcher rule = RULE.matcher(code);
    while (rule.find()) {
      Matcher when = WHEN.matcher(code);
      int end = when.find(rule.end()) ? when.start() : code.length();
      String head = code.substring(rule.end(), end);
      String name =
          rule.group(1) != null
              ? rule.group(1)
              : rule.group(2) != null ? rule.group(2) : rule.group(3);
      headers.add(
          new RuleHeader(
              annotation(head, "Id", name),
              name,
              split(annotation(head, "Control", "")),
              annotation(head, "Severity", "info"),
              file,
              1 + (int) code.substring(0, rule.start()).chars().filter(c -> c == '\n').count(),
              digest));
    }
    return headers;
  }

  private static String annotation(String head, String name, String otherwise) {
    Matcher found =
        Pattern.compile("@" + name + "\\s*\\(\\s*[\"']?([^\"')]*)[\"']?\\s*\\)").matcher(head);
    return found.find() ? found.group(1).strip() : otherwise;
  }

  private static List<String> split(String controls) {
    return controls.isBlank() ? List.of() : List.of(controls.strip().split("\\s*,\\s*"));
  }
}
