package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.RuleFormat;
import dev.plumbline.language.RuleLimits;
import dev.plumbline.language.RuleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline fmt}: rule files with the indentation of the shipped ones. */
@Command(
    name = "fmt",
    description = {
      "Format rule files in place.",
      "Corrects indentation and trailing white space, and prints the names of changed files. If a"
          + " file cannot be read, none is changed."
    },
    parameterListHeading = "%nRules:%n",
    footer = {
      "  plumbline fmt my-rules",
      "      formats every *.drl of a folder",
      "  plumbline fmt --check my-rules/team.drl",
      "      changes nothing, and fails where something would change, as in CI"
    },
    exitCodeList = {
      "0:formatted",
      "1:something would change (--check), or an internal error",
      "2:a file cannot be read, or is no rule text"
    })
public final class FmtCommand extends Verb {

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Rule files, or folders of them. Without: the current folder.")
  private List<Path> files = List.of();

  @Option(
      names = "--check",
      description = "Change nothing; print the files that would change, and exit with 1.")
  private boolean check;

  @Override
  public Integer call() throws IOException {
    List<String> errors = new ArrayList<>();
    Map<Path, String> changed = new TreeMap<>();
    for (Path file : ruleFiles()) {
      String text = read(file);
      List<LintFinding> problems = new RuleText(file.toString(), text).problems();
      problems.forEach(each -> errors.add(each.place() + ": " + each.message()));
      String formatted = RuleFormat.of(text);
      if (!formatted.equals(text)) {
        changed.put(file, formatted);
      }
    }
    if (!errors.isEmpty()) {
      errors.forEach(each -> Errors.print(each, err()));
      return ExitCodes.BAD_INPUT;
    }
    PrintWriter out = out();
    for (var each : changed.entrySet()) {
      if (!check) {
        write(each.getKey(), each.getValue());
      }
      out.println(each.getKey());
    }
    out.flush();
    return check && !changed.isEmpty() ? ExitCodes.FAILED : ExitCodes.ANSWERED;
  }

  private TreeSet<Path> ruleFiles() throws IOException {
    var found = new TreeSet<Path>();
    for (Path each : files.isEmpty() ? List.of(Path.of(".")) : files) {
      if (!Files.isDirectory(each)) {
        found.add(each);
        continue;
      }
      try (Stream<Path> held = Files.list(each)) {
        List<Path> rules = held.filter(file -> isRules(file) && Files.isRegularFile(file)).toList();
        if (rules.isEmpty()) {
          throw Errors.badInput(each + ": holds no *.drl. Try: a folder of rules.");
        }
        rules.forEach(file -> found.add(file.normalize()));
      }
    }
    return found;
  }

  private static boolean isRules(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".drl") && !name.startsWith(".");
  }

  private static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw Errors.badInput(file + ": no such file. Try: a *.drl, or a folder of rules.");
    }
    if (!isRules(file)) {
      throw Errors.badInput(file + ": is not a rule file. Try: a *.drl.");
    }
    try {
      long size = Files.size(file);
      if (size > RuleLimits.FILE_BYTES) {
        throw Errors.badInput(
            file
                + ": "
                + RuleLimits.exceeded(
                    "bytes in a file", size, RuleLimits.FILE_BYTES, "several files"));
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw Errors.badInput(file + ": is not UTF-8. Try: save it in that encoding.");
    } catch (IOException e) {
      throw Errors.badInput(file + ": cannot be read: " + e + ". Try: its permissions.");
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw Errors.badInput(file + ": cannot be written: " + e + ". Try: its permissions.");
    }
  }
}
