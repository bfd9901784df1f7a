package dev.plumbline.query;

import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A filter on entries: all that is not null must match. */
public record EntryFilter(
    @Nullable Instant from, @Nullable Instant to, @Nullable EntryKind kind, About about) {

  public static final EntryFilter ALL = new EntryFilter(null, null, null, About.ANYTHING);

  /**
   * What an entry is about: all that is not null.
   *
   * @param outcome what became of an action: done, unchanged, outdated, failed
   */
  public record About(
      @Nullable String object,
      @Nullable String rule,
      @Nullable String control,
      @Nullable String action,
      @Nullable String outcome,
      @Nullable String conclusion) {

    public static final About ANYTHING = new About(null, null, null, null, null, null);

    public static About object(String key) {
      return new About(key, null, null, null, null, null);
    }

    public static About conclusion(String type) {
      return new About(null, null, null, null, null, type);
    }

    public static About control(String control) {
      return new About(null, null, control, null, null, null);
    }
  }

  public static EntryFilter of(EntryKind kind) {
    return new EntryFilter(null, null, kind, About.ANYTHING);
  }

  public static EntryFilter about(String object) {
    return new EntryFilter(null, null, null, About.object(object));
  }

  List<Set<String>> terms(RuleBook rules) {
    var all = new ArrayList<Set<String>>();
    if (kind != null) {
      all.add(Set.of(EntryTerms.kind(kind.wire())));
    }
    if (about.object() != null) {
      all.add(Set.of(EntryTerms.object(about.object())));
    }
    if (about.rule() != null) {
      all.add(Set.of(EntryTerms.rule(about.rule())));
    }
    if (about.control() != null) {
      var serving = new TreeSet<String>();
      rules.serving(about.control()).forEach(id -> serving.add(EntryTerms.rule(id)));
      all.add(serving);
    }
    if (about.action() != null) {
      all.add(Set.of(EntryTerms.action(about.action())));
    }
    if (about.outcome() != null) {
      all.add(Set.of(EntryTerms.outcome(about.outcome())));
    }
    if (about.conclusion() != null) {
      all.add(Set.of(EntryTerms.conclusion(about.conclusion())));
    }
    return all;
  }

  boolean fits(Entry entry, SortedSet<String> terms, RuleBook rules) {
    return !(from != null && entry.at().isBefore(from))
        && !(to != null && !entry.at().isBefore(to))
        && terms(rules).stream().allMatch(some -> some.stream().anyMatch(terms::contains))
        && (about.control() == null || serves(about.control(), entry, terms, rules));
  }

  private static boolean serves(
      String control, Entry entry, SortedSet<String> terms, RuleBook rules) {
    for (String id : rules.serving(control)) {
      RuleHeader rule =
          terms.contains(EntryTerms.rule(id)) ? rules.rule(id, entry.sequence()) : null;
      if (rule != null && rule.controls().contains(control)) {
        return true;
      }
    }
    return false;
  }
}
