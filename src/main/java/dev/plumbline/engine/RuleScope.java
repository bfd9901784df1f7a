package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What two rule sets can conclude otherwise of the same facts, and the rules that it takes to find
 * out: those that conclude such a type, and all that contribute to it. Of every other type both
 * conclude the same, whatever the facts are. Immutable.
 */
public final class RuleScope {

  private final RuleSet before;
  private final RuleSet after;
  private final SortedSet<String> edited;
  private final Set<String> affected;
  private final Set<String> reads;

  private RuleScope(
      RuleSet before,
      RuleSet after,
      SortedSet<String> edited,
      Set<String> affected,
      Set<String> reads) {
    this.before = before;
    this.after = after;
    this.edited = edited;
    this.affected = affected;
    this.reads = reads;
  }

  /**
   * The scope of two rule sets.
   *
   * @param facts the types of the facts that are not the same for both, such as their parameters
   */
  public static RuleScope between(RuleSet before, RuleSet after, Set<String> facts) {
    var names = new HashSet<String>();
    Map<String, List<String>> one = texts(before);
    Map<String, List<String>> other = texts(after);
    names.addAll(differing(one, other));
    names.addAll(differing(other, one));
    List<Translated> all = new ArrayList<>(before.translated());
    all.addAll(after.translated());
    var edited = new TreeSet<String>();
    var affected = new HashSet<String>();
    for (RuleSet set : List.of(before, after)) {
      for (Translated rule : set.translated()) {
        if (names.contains(set.rule(rule.node().name()).name())) {
          edited.add(set.rule(rule.node().name()).id());
          affected.add(Strata.concluded(rule));
        } else if (Strata.read(rule).stream().anyMatch(facts::contains)) {
          affected.add(Strata.concluded(rule));
        }
      }
    }
    for (boolean more = true; more; ) {
      more = false;
      for (Translated rule : all) {
        if (!affected.contains(Strata.concluded(rule))
            && Strata.read(rule).stream().anyMatch(affected::contains)) {
          more |= affected.add(Strata.concluded(rule));
        }
      }
    }
    var reads = new HashSet<String>();
    return new RuleScope(
        restricted(before, affected, reads),
        restricted(after, affected, reads),
        edited,
        Set.copyOf(affected),
        Set.copyOf(reads));
  }

  /** The scope of everything: nothing that either rule set concludes is taken as the same. */
  public static RuleScope whole(RuleSet before, RuleSet after) {
    var affected = new HashSet<String>();
    var reads = new HashSet<String>();
    for (RuleSet set : List.of(before, after)) {
      for (Translated rule : set.translated()) {
        affected.add(Strata.concluded(rule));
        reads.addAll(Strata.read(rule));
      }
    }
    return new RuleScope(
        before,
        after,
        between(before, after, Set.of()).edited,
        Set.copyOf(affected),
        Set.copyOf(reads));
  }

  private static RuleSet restricted(RuleSet set, Collection<String> types, Set<String> reads) {
    var rules = new HashSet<String>();
    for (String type : types) {
      Contributions.Contribution contribution = set.contributingTo(type);
      rules.addAll(contribution.rules());
      reads.addAll(contribution.types());
    }
    return set.only(rules);
  }

  /**
   * The text of each enabled rule by its name, with what else of its file counts: what stands
   * before the first rule, and the messages. Comments count with the rule before them.
   */
  private static Map<String, List<String>> texts(RuleSet set) {
    var texts = new HashMap<String, List<String>>();
    var enabled = new HashSet<String>();
    set.translated().forEach(each -> enabled.add(set.rule(each.node().name()).name()));
    RuleFiles files = set.files();
    for (String name : files.names(".drl")) {
      String text = Objects.requireNonNull(files.text(name));
      String messages = Objects.requireNonNullElse(files.text(RuleFiles.messagesOf(name)), "");
      List<RuleNode> rules = RuleFile.of(files, name).parsed().tree().rules();
      for (int i = 0; i < rules.size(); i++) {
        int end = i + 1 < rules.size() ? rules.get(i + 1).at() : text.length();
        if (enabled.contains(rules.get(i).name())) {
          texts.put(
              rules.get(i).name(),
              List.of(
                  text.substring(rules.get(i).at(), end).strip(),
                  text.substring(0, rules.getFirst().at()).strip(),
                  messages));
        }
      }
    }
    return texts;
  }

  private static Set<String> differing(
      Map<String, List<String>> one, Map<String, List<String>> other) {
    var differing = new HashSet<String>();
    one.forEach(
        (name, text) -> {
          if (!text.equals(other.get(name))) {
            differing.add(name);
          }
        });
    return differing;
  }

  /** The ids of the rules that only one of them has, or that read otherwise. */
  public SortedSet<String> edited() {
    return edited;
  }

  /** The types of conclusions that may differ. */
  public Set<String> affected() {
    return affected;
  }

  /** The types of facts and conclusions that the rules of the scope read. */
  public Set<String> reads() {
    return reads;
  }

  /** A session of those of the former rules that are needed. */
  public RuleSession before() {
    return before.newSession();
  }

  /** A session of those of the other rules that are needed. */
  public RuleSession after() {
    return after.newSession();
  }
}
