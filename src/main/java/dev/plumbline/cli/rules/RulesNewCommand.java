package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleTemplate;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.SortedMap;
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

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*");

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
    RuleTemplate known = RuleTemplate.named(template);
    if (known == null) {
      throw invalid(
          "unknown template '"
              + template
              + "'. "
              + TextFormat.suggestion(template, RuleTemplate.names()));
    }
    String stem = name == null ? template : name;
    if (!NAME.matcher(stem).matches()) {
      throw invalid(
          "--name: invalid name '" + stem + "'. Try: lower case with hyphens, as spot-in-prod.");
    }
    RuleFiles there = there();
    requireFree(stem, there);
    Map<String, String> files = known.files(stem, id(there), there);
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
    for (String suffix : RuleTemplate.SUFFIXES) {
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
    SortedMap<String, String> used = RuleTemplate.usedIds(there);
    if (id == null) {
      return next(DEFAULT_PREFIX, used);
    }
    var written = RuleTemplate.ID.matcher(id);
    if (!written.matches()) {
      throw invalid("--id: invalid id '" + id + "'. Try: TEAM-001.");
    }
    String user = used.get(id);
    if (user != null) {
      throw invalid(
          "--id: "
              + id
              + " is used in "
              + there.display(user)
              + ". Try: "
              + next(there.overlay().containsKey(user) ? written.group(1) : DEFAULT_PREFIX, used)
              + ".");
    }
    return id;
  }

  private String next(String word, SortedMap<String, String> used) {
    String next = RuleTemplate.freeId(word, used);
    if (next == null) {
      throw invalid("every id of " + word + " is used. Try: --id with another word.");
    }
    return next;
  }
}
