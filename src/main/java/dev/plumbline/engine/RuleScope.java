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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What two rule sets can conclude otherwise of the same facts, and the rules that it takes to find
 * out: those that conclude such a type, and all that contribute to it. Of every other type both
 * conclude the same, whatever the facts are. Immutable.
 */
public final class RuleScope {

  private static final Pattern PLACE = Pattern.compile("([aA]t=)([0-9]{1,9})\\b");

  private final RuleSet before;
  private final RuleSet after;
  private final SortedSet<String> edited;
  private final Set<String> affected;
  private final Set<String> whole;
  private final Set<String> reads;

  private RuleScope(
      RuleSet before,
      RuleSet after,
      SortedSet<String> edited,
      Set<String> affected,
      Set<String> whole,
      Set<String> reads) {
    this.before = before;
    this.after = after;
    this.edited = edited;
    this.affected = Set.copyOf(affected);
    this.whole = Set.copyOf(whole);
    this.reads = Set.copyOf(reads);
  }

  /**
   * The scope of two rule sets.
   *
   * @param facts the types of the facts that are not the same for both, such as their parameters
   */
  public static RuleScope between(RuleSet before, RuleSet after, Set<String> facts) {
    var seeds = new Seeds(before, after, facts);
    var affected = new HashSet<>(seeds.concluded);
    List<Translated> all = new ArrayList<>(before.translated());
    all.addAll(after.translated());
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
        seeds.edited,
        affected,
        affected,
        reads);
  }

  /**
   * The part of the scope that decides whether there is a difference at all: the rules that differ,
   * and what contributes to what they read. As long as both sides conclude the same of the affected
   * types here, they conclude the same of every type: what else concludes these types, and what
   * follows from them, is the same for both.
   */
  public static RuleScope core(RuleSet before, RuleSet after, Set<String> facts) {
    var seeds = new Seeds(before, after, facts);
    var reads = new HashSet<>(seeds.read);
    RuleSet one = restricted(before, seeds.read, reads, seeds.before);
    var whole = new HashSet<>(reads);
    RuleSet other = restricted(after, seeds.read, reads, seeds.after);
    return new RuleScope(one, other, seeds.edited, seeds.concluded, whole, reads);
  }

  /** The rules that differ, or that read facts that do. */
  private static final class Seeds {
    private final SortedSet<String> edited = new TreeSet<>();
    private final Set<String> before = new HashSet<>();
    private final Set<String> after = new HashSet<>();
    private final Set<String> concluded = new HashSet<>();
    private final Set<String> read = new HashSet<>();

    Seeds(RuleSet one, RuleSet other, Set<String> facts) {
      var names = new HashSet<String>();
      Map<String, String> texts = texts(one, other.files());
      Map<String, String> others = texts(other, one.files());
      names.addAll(differing(texts, others));
      names.addAll(differing(others, texts));
      add(one, names, facts, before);
      add(other, names, facts, after);
    }

    private void add(RuleSet set, Set<String> names, Set<String> facts, Set<String> seeds) {
      for (Translated rule : set.translated()) {
        boolean differs = names.contains(set.rule(rule.node().name()).name());
        if (differs) {
          edited.add(set.rule(rule.node().name()).id());
        }
        Set<String> types = Strata.read(rule);
        if (differs || types.stream().anyMatch(facts::contains)) {
          seeds.add(rule.node().name());
          concluded.add(Strata.concluded(rule));
          read.addAll(types);
        }
      }
    }
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
        before, after, new Seeds(before, after, Set.of()).edited, affected, affected, reads);
  }

  private static RuleSet restricted(RuleSet set, Collection<String> types, Set<String> reads) {
    return restricted(set, types, reads, Set.of());
  }

  private static RuleSet restricted(
      RuleSet set, Collection<String> types, Set<String> reads, Set<String> more) {
    var rules = new HashSet<>(more);
    for (String type : types) {
      Contributions.Contribution contribution = set.contributingTo(type);
      rules.addAll(contribution.rules());
      reads.addAll(contribution.types());
    }
    return set.only(rules);
  }

  /**
   * What each enabled rule says by its name, with its messages in place of their names. Where it
   * stands in its file does not count; a comment within it does. Of a file that others have as it
   * is, each rule says the same for both.
   */
  private static Map<String, String> texts(RuleSet set, RuleFiles others) {
    var texts = new HashMap<String, String>();
    var enabled = new HashSet<String>();
    set.translated().forEach(each -> enabled.add(set.rule(each.node().name()).name()));
    RuleFiles files = set.files();
    for (String name : files.names(".drl")) {
      boolean same = files.hasSameRules(name, others);
      for (RuleNode rule : RuleFile.of(files, name).parsed().tree().rules()) {
        if (enabled.contains(rule.name())) {
          texts.put(rule.name(), same ? "" : text(rule));
        }
      }
    }
    return texts;
  }

  private static String text(RuleNode rule) {
    // Also in a text that looks like a place: then the rule counts as another one.
    return PLACE
        .matcher(rule.toString())
        .replaceAll(at -> at.group(1) + (Long.parseLong(at.group(2)) - rule.at()));
  }

  private static Set<String> differing(Map<String, String> one, Map<String, String> other) {
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

  /** Types of which every conclusion that the former rules draw is drawn here. */
  public Set<String> whole() {
    return whole;
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
