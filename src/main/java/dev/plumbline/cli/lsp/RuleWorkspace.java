package dev.plumbline.cli.lsp;

import dev.plumbline.engine.RuleLint;
import dev.plumbline.language.Check;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleFolder;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.PolicyData;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The open documents, and the folders of rules that they stand in: what is typed replaces what is
 * on disk, and both are laid over the shipped rules.
 */
final class RuleWorkspace {

  /** The number of cached scenario files, least recently used first out. */
  private static final int SCENARIO_FILES = 128;

  private static final Pattern LINE_COLUMN = Pattern.compile("^:(\\d+):(\\d+)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  /**
   * An open document.
   *
   * @param file where it is; a path that is not there for one that is not saved
   */
  record Document(String uri, Path file, String text) {

    String name() {
      return String.valueOf(file.getFileName());
    }

    Path folder() {
      Path parent = file.getParent();
      return parent == null ? Path.of("") : parent;
    }

    boolean isRules() {
      return name().endsWith(".drl");
    }
  }

  private record YamlFile(String display, String text) {}

  private final Map<String, Document> open = new LinkedHashMap<>();
  private final Map<Path, SortedMap<String, String>> onDisk = new HashMap<>();

  /** What is wrong with a scenario file depends on nothing but its text. */
  private final Map<YamlFile, List<LintFinding>> scenarioFindings =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<YamlFile, List<LintFinding>> eldest) {
              return size() > SCENARIO_FILES;
            }
          });

  private @Nullable Path shippedFolder;

  synchronized Document put(String uri, String text) {
    var document = new Document(uri, file(uri), text);
    open.put(uri, document);
    return document;
  }

  synchronized @Nullable Document document(String uri) {
    return open.get(uri);
  }

  synchronized void close(String uri) {
    open.remove(uri);
  }

  /** Reads the folders again where they are next needed. */
  synchronized void refresh() {
    onDisk.clear();
  }

  synchronized List<Path> folders() {
    return open.values().stream().map(Document::folder).distinct().toList();
  }

  private static Path file(String uri) {
    try {
      URI parsed = URI.create(uri);
      if ("file".equals(parsed.getScheme())) {
        return Path.of(parsed);
      }
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      // Not a file that we can read: its text is all there is.
      return Path.of("untitled", "untitled.drl");
    }
    return Path.of("untitled", "untitled.drl");
  }

  /** The URI of a file, as the editor wrote it where it is open. */
  synchronized String uri(Path file) {
    return open.values().stream()
        .filter(each -> each.file().equals(file))
        .map(Document::uri)
        .findFirst()
        .orElse(file.toUri().toString());
  }

  private synchronized SortedMap<String, String> overlay(Path folder) {
    SortedMap<String, String> disk = onDisk.get(folder);
    if (disk == null) {
      disk = Files.isDirectory(folder) ? RuleFolder.read(folder) : new TreeMap<>();
      onDisk.put(folder, disk);
    }
    return withOpen(folder, disk);
  }

  private synchronized SortedMap<String, String> withOpen(
      Path folder, SortedMap<String, String> disk) {
    var overlay = new TreeMap<>(disk);
    for (Document each : open.values()) {
      if (each.folder().equals(folder)
          && (each.isRules() || each.name().endsWith(".yaml"))
          && !each.name().equals("kustomization.yaml")) {
        overlay.put(each.name(), each.text());
      }
    }
    return overlay;
  }

  /** The rule set of a folder; what refuses the set is left out. */
  RuleFiles files(Path folder) {
    return files(folder, new ArrayList<>());
  }

  private RuleFiles files(Path folder, List<LintFinding> refused) {
    SortedMap<String, String> overlay;
    try {
      overlay = overlay(folder);
    } catch (InvalidRulesException e) {
      refused.addAll(findings(e));
      overlay = withOpen(folder, new TreeMap<>());
    }
    while (true) {
      try {
        return RuleFiles.over(overlay, "folder " + folder);
      } catch (InvalidRulesException e) {
        List<LintFinding> found = findings(e);
        refused.addAll(found);
        int before = overlay.size();
        for (LintFinding each : found) {
          overlay.remove(name(each.file()));
        }
        if (overlay.size() == before) {
          return RuleFiles.shipped();
        }
      }
    }
  }

  private static List<LintFinding> findings(InvalidRulesException refusal) {
    if (refusal.problems().isEmpty()) {
      String message = String.valueOf(refusal.getMessage());
      String file = message.replaceFirst(": .*", "");
      return List.of(
          error(file, 0, 0, message.substring(Math.min(message.length(), file.length() + 2))));
    }
    return refusal.problems().stream()
        .map(each -> error(each.file(), each.line(), each.column(), each.message()))
        .toList();
  }

  private static LintFinding error(String file, int line, int column, String message) {
    return new LintFinding(file, line, column, Level.ERROR, Check.SYNTAX, null, message);
  }

  /** The name of a file in its set: the last part of its display name. */
  static String name(String display) {
    return display.substring(Math.max(display.lastIndexOf('/'), display.lastIndexOf('\\')) + 1);
  }

  /** What is wrong with the files of a folder, by name: every file that is read is a key. */
  Map<String, List<LintFinding>> lint(Path folder) {
    var refused = new ArrayList<LintFinding>();
    RuleFiles files = files(folder, refused);
    var found = new TreeMap<String, List<LintFinding>>();
    files.overlay().keySet().forEach(name -> found.put(name, new ArrayList<>()));
    refused.forEach(each -> add(each, found));
    RuleLint.of(files).stream()
        .filter(each -> files.overlay().containsKey(name(each.file())))
        .forEach(each -> add(each, found));
    boolean data = false;
    for (String name : files.overlay().keySet()) {
      if (name.endsWith(RuleFiles.SCENARIOS)) {
        scenarios(files, name).forEach(each -> add(each, found));
      } else if (!name.endsWith(".drl") && !name.endsWith(RuleFiles.MESSAGES)) {
        data = true;
      }
    }
    if (data) {
      data(files).forEach(each -> add(each, found));
    }
    return found;
  }

  private static void add(LintFinding finding, Map<String, List<LintFinding>> found) {
    found.computeIfAbsent(name(finding.file()), name -> new ArrayList<>()).add(finding);
  }

  private List<LintFinding> scenarios(RuleFiles files, String name) {
    String text = String.valueOf(files.text(name));
    return scenarioFindings.computeIfAbsent(
        new YamlFile(files.display(name), text),
        file -> {
          try {
            ScenarioRunner.read(files, name);
            return List.of();
          } catch (InvalidScenarioException e) {
            return List.of(placed(file.display(), text, String.valueOf(e.getMessage())));
          }
        });
  }

  private static List<LintFinding> data(RuleFiles files) {
    try {
      PolicyData.read(files.all(), files::display);
      return List.of();
    } catch (InvalidSourceException e) {
      String message = String.valueOf(e.getMessage());
      return files.overlay().keySet().stream()
          .filter(name -> message.startsWith(files.display(name)))
          .map(name -> placed(files.display(name), String.valueOf(files.text(name)), message))
          .limit(1)
          .toList();
    }
  }

  /** An error of a YAML reader at the place that it names: a line, a scenario, or a key. */
  private static LintFinding placed(String display, String text, String message) {
    String rest = message.startsWith(display) ? message.substring(display.length()) : message;
    Matcher at = LINE_COLUMN.matcher(rest);
    if (at.find()) {
      return error(
          display,
          Integer.parseInt(at.group(1)),
          Integer.parseInt(at.group(2)),
          rest.substring(at.end()).replaceFirst("^: ", ""));
    }
    String plain = rest.replaceFirst("^: ", "");
    Matcher quoted = QUOTED.matcher(plain);
    String named = plain.startsWith("\"") && quoted.find() ? quoted.group(1) : key(plain);
    return error(display, line(text, named), 1, plain);
  }

  /** The last part of a path that a message begins with: {@code kind} of {@code a.b.kind is …}. */
  private static String key(String message) {
    String path = message.replaceFirst(" .*", "");
    return path.startsWith("parameters.") ? path.substring("parameters.".length()) : path;
  }

  /** The 1-based line of {@code text} that holds {@code word}, or the most of its beginning. */
  static int line(String text, String word) {
    for (String part = word; !part.isEmpty(); part = part.replaceFirst("\\.?[^.]*$", "")) {
      int at = text.indexOf(part);
      if (at >= 0) {
        return (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
      }
    }
    return 1;
  }

  /** Where a file of the rule set of a folder is: a copy to read, for a shipped one. */
  Path path(RuleFiles files, Path folder, String name) throws IOException {
    return files.overlay().containsKey(name) ? folder.resolve(name) : shipped(name);
  }

  private synchronized Path shipped(String name) throws IOException {
    if (shippedFolder == null) {
      shippedFolder = Files.createTempDirectory("plumbline-shipped-rules");
      shippedFolder.toFile().deleteOnExit();
    }
    Path copy = shippedFolder.resolve(name);
    if (!Files.exists(copy)) {
      Files.writeString(copy, String.valueOf(RuleFiles.shipped().text(name)));
      copy.toFile().setReadOnly();
      copy.toFile().deleteOnExit();
    }
    return copy;
  }
}
