package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules new}: a rule of your own, from a template. */
@Command(
    name = "new",
    description = {
      "Create a working rule with scenarios and a parameter.",
      "Templates:",
      "  refuse-image  an image that no node class may use",
      "  refuse-type   instance types that no pool may launch",
      "  hold-rollout  every rollout, while there is a reason",
      "  prefer        pools that Karpenter tries first",
      "  require-gate  pins only for node classes with an annotation"
    },
    parameterListHeading = "%nTemplate and folder:%n",
    footer = {
      "  plumbline rules new refuse-image my-rules",
      "      refuse-image.drl, its scenarios and its parameter, with the id TEAM-001",
      "  plumbline rules new prefer my-rules --name spend --id FIN-001",
      "      spend.drl with the parameter spend.points"
    })
public final class RulesNewCommand extends Verb {

  static final List<String> TEMPLATES =
      List.of("refuse-image", "refuse-type", "hold-rollout", "prefer", "require-gate");

  private static final List<String> SUFFIXES =
      List.of(".drl", RuleFiles.SCENARIOS, RuleFiles.DECLARATIONS);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*");
  private static final Pattern ID =
      Pattern.compile("([A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*)-[0-9]{3}");
  private static final Pattern USED = Pattern.compile("@Id\\(\\s*\"(" + ID.pattern() + ")\"");

  private static final Pattern RULE = Pattern.compile("rule \"([^\"]+)\"");

  /** As the templates have it. */
  private static final String TEMPLATE_ID = "TEAM-001";

  private static final String DEFAULT_PREFIX = "TEAM";

  @Parameters(index = "0", paramLabel = "TEMPLATE", description = "One of those above.")
  @SuppressWarnings("NullAway.Init")
  private String template;

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "The folder of rules; created if it does not exist.")
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of its files and its parameter. Default: that of the template.")
  private @Nullable String name;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The permanent id of the rule. Default: TEAM- and the next number.")
  private @Nullable String id;

  @Override
  public Integer call() {
    if (!TEMPLATES.contains(template)) {
      throw invalid(
          "unknown template '" + template + "'. " + TextFormat.suggestion(template, TEMPLATES));
    }
    String stem = name == null ? template : name;
    if (!NAME.matcher(stem).matches()) {
      throw invalid(
          "--name: invalid name '" + stem + "'. Try: lower case with hyphens, as spot-in-prod.");
    }
    RuleFiles there = there();
    requireFree(stem, there);
    Map<String, String> files = files(stem, id(there), there);
    try {
      Files.createDirectories(folder);
      for (var each : files.entrySet()) {
        Files.writeString(
            folder.resolve(each.getKey()), each.getValue(), StandardOpenOption.CREATE_NEW);
      }
    } catch (IOException e) {
      throw invalid(folder + ": cannot be written: " + e + ". Try: a folder of yours.");
    }
    PrintWriter out = out();
    files.keySet().forEach(each -> out.println(folder.resolve(each)));
    out.println("Now edit them, then");
    out.println("  plumbline test " + folder);
    return ExitCodes.ANSWERED;
  }

  /** The shipped rules with those of the folder laid over them. */
  private RuleFiles there() {
    if (!Files.exists(folder)) {
      return RuleFiles.shipped();
    }
    try {
      return RuleFiles.in(folder);
    } catch (InvalidRulesException e) {
      throw new InvalidInputException(e);
    }
  }

  private void requireFree(String stem, RuleFiles there) {
    for (String suffix : SUFFIXES) {
      String file = stem + suffix;
      if (RuleFiles.shipped().text(file) != null) {
        throw invalid(file + " is shipped, and would be replaced. Try: --name team.");
      }
      if (there.text(file) != null) {
        throw invalid(
            folder.resolve(file)
                + ": is there already, and nothing of yours is overwritten. Try: --name with"
                + " another name.");
      }
    }
  }

  /** The id that is given, which must not be in use; else the next of TEAM. */
  private String id(RuleFiles there) {
    var files = new TreeMap<String, String>();
    for (String file : there.names(".drl")) {
      USED.matcher(Objects.requireNonNull(there.text(file)))
          .results()
          .forEach(each -> files.put(each.group(1), file));
    }
    if (id == null) {
      return next(DEFAULT_PREFIX, files);
    }
    var written = ID.matcher(id);
    if (!written.matches()) {
      throw invalid("--id: invalid id '" + id + "'. Try: TEAM-001.");
    }
    String used = files.get(id);
    if (used != null) {
      throw invalid(
          "--id: "
              + id
              + " is used in "
              + there.display(used)
              + ". Try: "
              + next(there.overlay().containsKey(used) ? written.group(1) : DEFAULT_PREFIX, files)
              + ".");
    }
    return id;
  }

  private String next(String prefix, TreeMap<String, String> used) {
    for (int number = 1; number < 1000; number++) {
      String id = "%s-%03d".formatted(prefix, number);
      if (!used.containsKey(id)) {
        return id;
      }
    }
    throw invalid("every id of " + prefix + " is used. Try: --id with another word.");
  }

  private Map<String, String> files(String stem, String id, RuleFiles there) {
    var files = new TreeMap<String, String>();
    for (String suffix : SUFFIXES) {
      files.put(
          stem + suffix,
          named(resource("templates/" + template + suffix), id, there)
              .replace(TEMPLATE_ID, id)
              .replace("package rules.team", "package rules." + stem.replace('-', '.'))
              .replaceAll("\\bteam\\.(?=[a-z])", camelCase(stem) + "."));
    }
    return files;
  }

  /** The name of a rule is unique: of a template that is used again, with its id. */
  private static String named(String text, String id, RuleFiles there) {
    var rule = RULE.matcher(text);
    return rule.find()
            && there.names(".drl").stream()
                .anyMatch(file -> Objects.requireNonNull(there.text(file)).contains(rule.group()))
        ? text.replace(rule.group(), "rule \"%s (%s)\"".formatted(rule.group(1), id))
        : text;
  }

  private static String camelCase(String stem) {
    return Pattern.compile("-([a-z])")
        .matcher(stem)
        .replaceAll((MatchResult each) -> each.group(1).toUpperCase(Locale.ROOT));
  }

  private static String resource(String name) {
    try (InputStream in = RulesNewCommand.class.getClassLoader().getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
