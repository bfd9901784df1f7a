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
import java.util.function.Function;
import java.util.function.Supplier;
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

  /** Whether every entry fits. */
  boolean isAll() {
    return from == null && to == null && kind == null && about.equals(About.ANYTHING);
  }

  List<Set<String>> terms(Supplier<RuleBook> rules) {
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
      rules.get().serving(about.control()).forEach(id -> serving.add(EntryTerms.rule(id)));
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

  /**
   * Whether an entry fits.
   *
   * @param termsOf what the body of an entry is about; costly, and not asked for where nothing
   *     depends on it
   */
  boolean fits(Entry entry, Function<Entry, SortedSet<String>> termsOf, Supplier<RuleBook> rules) {
    if ((from != null && entry.at().isBefore(from))
        || (to != null && !entry.at().isBefore(to))
        || (kind != null && kind != entry.kind())) {
      return false;
    }
    if (about.equals(About.ANYTHING)) {
      return true;
    }
    SortedSet<String> terms = termsOf.apply(entry);
    return terms(rules).stream().allMatch(some -> some.stream().anyMatch(terms::contains))
        && (about.control() == null || serves(about.control(), entry, terms, rules.get()));
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
