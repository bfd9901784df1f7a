package dev.plumbline.language;

import java.util.List;
import java.util.Map;
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

  private static final Map<String, ParsedFile> PARSED;

  private static final List<LintFinding> FINDINGS;

  static {
    String before = AtWork.now();
    PARSED = parse();
    FINDINGS =
        RuleFiles.shipped().digest().equals(RuleFiles.optionalResource(PASSED))
            ? List.of()
            : check();
    PARSED.values().forEach(file -> file.text().forgetTokens());
    // Else a native image would name the last of them for ever.
    AtWork.on(before);
  }

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
    PARSED.forEach((name, file) -> linter.add(name, FileCheck.of(file)));
    return linter.findings();
  }

  /** Whether {@code files} are the shipped set and nothing else: no overlay, or one of no file. */
  public static boolean are(RuleFiles files) {
    return files.overlay().isEmpty() && files.all().equals(RuleFiles.shipped().all());
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
    boolean same =
        files.hasSameRules(name, RuleFiles.shipped())
            && files.display(name).equals(name)
            && files.display(RuleFiles.messagesOf(name)).equals(RuleFiles.messagesOf(name));
    return same ? PARSED.get(name) : null;
  }
}
