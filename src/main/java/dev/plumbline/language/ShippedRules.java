package dev.plumbline.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The shipped rules, parsed and checked once. A native image holds the result. On the JVM they are
 * parsed when they are first needed, and checked only where the build has not recorded that the
 * linter finds nothing in these very texts.
 */
public final class ShippedRules {

  /** What the build records: the digest of the texts that the linter passed. */
  public static final String PASSED = "META-INF/plumbline/rules.passed";

  private static final Map<String, ParsedFile> PARSED = parse();

  private static final List<LintFinding> FINDINGS = hasPassed() ? List.of() : check();

  private ShippedRules() {}

  private static Map<String, ParsedFile> parse() {
    RuleFiles files = RuleFiles.shipped();
    var parsed = new TreeMap<String, ParsedFile>();
    for (String name : files.names(".drl")) {
      AtWork.on(name);
      parsed.put(name, ParsedFile.read(files, name));
    }
    return parsed;
  }

  /** What the linter finds in the shipped rules, by looking at them now. */
  public static List<LintFinding> check() {
    var linter = new Linter(RuleFiles.shipped().all(), name -> true);
    PARSED.forEach(linter::add);
    return linter.findings();
  }

  private static boolean hasPassed() {
    try (InputStream passed =
        ShippedRules.class.getClassLoader().getResourceAsStream(ShippedRules.PASSED)) {
      return passed != null
          && new String(passed.readAllBytes(), StandardCharsets.UTF_8)
              .equals(RuleFiles.shipped().digest());
    } catch (IOException e) {
      throw new IllegalStateException(PASSED + " cannot be read", e);
    }
  }

  /** Whether {@code files} are the shipped set and nothing else. */
  public static boolean are(RuleFiles files) {
    return !files.hasOverlay() && files.all().equals(RuleFiles.shipped().all());
  }

  /** What the linter finds in the shipped rules. */
  public static List<LintFinding> findings() {
    return FINDINGS;
  }

  /**
   * A rule file of {@code files} as the shipped set has it; null where text, messages or the name
   * it is displayed by differ.
   */
  static @Nullable ParsedFile parsed(RuleFiles files, String name) {
    String messages = RuleFiles.messagesOf(name);
    RuleFiles shipped = RuleFiles.shipped();
    boolean same =
        Objects.equals(files.text(name), shipped.text(name))
            && Objects.equals(files.text(messages), shipped.text(messages))
            && files.display(name).equals(name)
            && files.display(messages).equals(messages);
    return same ? PARSED.get(name) : null;
  }
}
