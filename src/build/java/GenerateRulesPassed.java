import dev.plumbline.language.LintFinding;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.ShippedRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks the shipped rules and records the digest of their texts where nothing was found, so that
 * no start checks them again. With findings nothing is recorded, and ShippedRulesTest fails.
 *
 * <p>Run by the build, after rules and classes: {@code java GenerateRulesPassed.java CLASSES}.
 */
public final class GenerateRulesPassed {

  private GenerateRulesPassed() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]).resolve(ShippedRules.PASSED);
    List<LintFinding> findings = ShippedRules.check();
    if (!findings.isEmpty()) {
      Files.deleteIfExists(file);
      System.err.println("of the shipped rules: " + findings.size() + " findings of the linter");
      return;
    }
    String digest = RuleFiles.shipped().digest();
    // Left alone when it says so already, so that nothing is built anew for it.
    if (!Files.exists(file) || !Files.readString(file).equals(digest)) {
      Files.writeString(file, digest);
    }
  }
}
