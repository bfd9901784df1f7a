package dev.plumbline.engine;

import dev.plumbline.language.AtWork;
import dev.plumbline.language.FileCheck;
import dev.plumbline.language.Normalizer;
import dev.plumbline.language.ParsedFile;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.Tree.RuleNode;
import dev.plumbline.language.UnsupportedExpression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rule file, parsed, checked and translated once however many rule sets hold it, so that an edit
 * costs what the edited file costs. What rules are translated to holds no state: bases share it.
 */
final class RuleFile {

  /** The number of cached files, least recently used first out: about five times what ships. */
  private static final int MAX_FILES = 256;

  private static final Map<Key, RuleFile> KNOWN =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, RuleFile> eldest) {
              return size() > MAX_FILES;
            }
          });

  /**
   * The cache key of a file.
   *
   * @param names of the rules and of their messages as people know them, since findings name them
   * @param messages null if there are none
   */
  private record Key(List<String> names, String text, @Nullable String messages) {}

  record Translated(RuleNode node, org.drools.model.Rule rule, RuleMeters meters) {}

  /**
   * What a rule was translated to.
   *
   * @param error why it could not be, though the linter passed it; null when it could
   */
  record Translation(List<Translated> ways, @Nullable String error) {}

  private final ParsedFile parsed;
  private @Nullable FileCheck check;
  private @Nullable List<Translation> translations;

  private RuleFile(ParsedFile parsed) {
    this.parsed = parsed;
  }

  /** The rule file of this name in {@code files}, with the messages beside it. */
  static RuleFile of(RuleFiles files, String name) {
    String messages = RuleFiles.messagesOf(name);
    var key =
        new Key(
            List.of(files.display(name), files.display(messages)),
            Objects.requireNonNull(files.text(name)),
            files.text(messages));
    RuleFile known = KNOWN.get(key);
    if (known == null) {
      AtWork.on(files.display(name));
      known = new RuleFile(ParsedFile.of(files, name));
      KNOWN.put(key, known);
    }
    return known;
  }

  ParsedFile parsed() {
    return parsed;
  }

  /** What the linter finds in it. */
  synchronized FileCheck check() {
    if (check == null) {
      check = FileCheck.of(parsed);
    }
    return check;
  }

  /** Its translated rules, in order. Call it only for a file that the linter passed. */
  synchronized List<Translation> translations() {
    if (translations == null) {
      translations = parsed.tree().rules().stream().map(RuleFile::translate).toList();
    }
    return translations;
  }

  private static Translation translate(RuleNode rule) {
    AtWork.on("rule \"" + rule.name() + "\"");
    var ways = new ArrayList<Translated>();
    try {
      for (RuleNode way : Normalizer.alternatives(rule)) {
        ways.add(RuleTranslator.translate(way));
      }
    } catch (UnsupportedExpression e) {
      return new Translation(List.of(), e.getMessage());
    }
    return new Translation(List.copyOf(ways), null);
  }
}
