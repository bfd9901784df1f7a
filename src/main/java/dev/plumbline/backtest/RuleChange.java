package dev.plumbline.backtest;

import dev.plumbline.engine.RuleScope;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rules that recorded facts are decided again by, compared with those that decided. Safe for
 * use by several threads.
 */
public final class RuleChange {

  /** Rule sets that were active at different times; each holds a rule base of what differs. */
  private static final int MAX_COMPARED = 8;

  private final Evaluation candidate;
  private final SettleLimits limits;
  private final boolean whole;
  private final SortedSet<String> edited = new TreeSet<>();
  private final SortedSet<String> data = new TreeSet<>();
  private final Map<String, Compared> known;

  private RuleChange(
      Evaluation candidate, SettleLimits limits, boolean whole, Map<String, Compared> known) {
    this.candidate = candidate;
    this.limits = limits;
    this.whole = whole;
    this.known = known;
  }

  private RuleChange(Evaluation candidate, SettleLimits limits, boolean whole) {
    this(candidate, limits, whole, new Known());
  }

  private static final class Known extends LinkedHashMap<String, Compared> {
    private static final long serialVersionUID = 1;

    Known() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Compared> eldest) {
      return size() > MAX_COMPARED;
    }
  }

  /** Of these rules; only what can differ is evaluated. */
  public static RuleChange to(Evaluation candidate) {
    return to(candidate, SettleLimits.DEFAULT);
  }

  /**
   * The same.
   *
   * @param limits of each settlement; beyond them, a segment fails
   */
  public static RuleChange to(Evaluation candidate, SettleLimits limits) {
    return new RuleChange(candidate, limits, false);
  }

  /** Of these rules; all of them are evaluated, and all conclusions compared. */
  public static RuleChange whole(Evaluation candidate) {
    return new RuleChange(candidate, SettleLimits.DEFAULT, true);
  }

  /**
   * The same rules, of which nothing has been compared so far: what they share is compiled once.
   */
  public RuleChange afresh() {
    return new RuleChange(candidate, limits, whole, known);
  }

  /** How the rules differ from those that decided, and the facts that come with them. */
  record Compared(
      @Nullable RuleScope core,
      @Nullable RuleScope scope,
      @Nullable PolicyChange policy,
      @Nullable String fault) {

    /** What is evaluated; the core alone shows whether anything can differ. */
    RuleScope scope(boolean coreAlone) {
      return Objects.requireNonNull(coreAlone ? core : scope);
    }
  }

  /** Whether the core is evaluated first, alone. */
  boolean hasCore() {
    return !whole;
  }

  SettleLimits limits() {
    return limits;
  }

  /** The digest of the rules. */
  public String digest() {
    return candidate.rules().digest();
  }

  /** The ids of the rules that differ from any that decided, so far, sorted. */
  public SortedSet<String> edited() {
    synchronized (known) {
      return new TreeSet<>(edited);
    }
  }

  /** The keys of the facts that come with the rules and differ, so far, sorted. */
  public SortedSet<String> data() {
    synchronized (known) {
      return new TreeSet<>(data);
    }
  }

  /**
   * Compares with the rules of a digest.
   *
   * @param recorded their files, read once
   * @throws InvalidInputException when this program cannot use them
   */
  Compared with(String digest, Supplier<RuleFiles> recorded) {
    Compared compared;
    synchronized (known) {
      compared = known.get(digest);
      if (compared == null) {
        compared = compare(recorded.get());
        known.put(digest, compared);
      }
      if (compared.scope() != null) {
        edited.addAll(compared.scope().edited());
        data.addAll(Objects.requireNonNull(compared.policy()).keys());
      }
    }
    if (compared.fault() != null) {
      throw new IllegalArgumentException(compared.fault());
    }
    return compared;
  }

  private Compared compare(RuleFiles recorded) {
    Evaluation before;
    try {
      before =
          recorded.digest().equals(candidate.rules().digest())
              ? candidate
              : Evaluation.with(recorded);
    } catch (InvalidInputException e) {
      return new Compared(
          null,
          null,
          null,
          "the rules that decided cannot be used by this version: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + ". Try: the version that recorded them");
    }
    PolicyChange policy = PolicyChange.between(before.policy(), candidate.policy());
    if (whole) {
      return new Compared(null, RuleScope.whole(before.rules(), candidate.rules()), policy, null);
    }
    return new Compared(
        RuleScope.core(before.rules(), candidate.rules(), policy.types()),
        RuleScope.between(before.rules(), candidate.rules(), policy.types()),
        policy,
        null);
  }
}
