package dev.plumbline.worlds;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A random world with what the shipped rules conclude of it. */
final class SettledWorld {

  static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());

  /**
   * Seeds over which every rule concludes something, as long as generators and rules are what they
   * were when these were chosen; what is missing then is looked for in further worlds.
   */
  private static final long[] CHOSEN = {
    5316, 2768, 48, 733, 2312, 956, 1691, 1552, 581, 157, 682, 14, 53, 320, 6035, 4393, 42, 1563,
    931, 1784, 2, 149, 429, 11248, 64, 169, 845, 27, 827, 362, 3571, 13, 17, 1164, 305, 19, 572,
    714, 941, -183, 69, 106, 355, 495, 536, 685, 883, 1969, 1975, 199, 335, 718, 1405, 2375, 1645,
    6365, 7781, 11191, 20728, 14457, 15477, 3101, 2743, 582, 1229, 1320, 1443, 231, 275, 543, 511,
    1456, 1190, 211, 110, 566, 94, 125, 393, 298, 100, 108, 43, 59, 16, 30968, 30248, 30003, 30433,
    30009, 30010, 30018, 30046, 30056, 30492, 13558, 14999, 15978, 21925, 46, 86, 102, 155, 161,
    347, 348, 396, 480, 585, 729, 828, 1066, 1324, 1486, 1654, 1675, 1801, 2170, 3565, 4878,
  };

  /** Rules that need a rule of a team, one that reads a tag or divides; no shipped rule does. */
  private static final List<String> OF_TEAMS =
      List.of("AMI-012", "FIND-044", "FIND-045", "FIND-053", "FIND-054");

  private static final int MIN_WORLDS = 180;
  private static final int MAX_SEED = 8_000;

  private static @Nullable List<SettledWorld> settled;
  private static final Set<String> SILENT = new TreeSet<>();

  /** The chosen worlds and then others, until every rule has concluded something. */
  static synchronized List<SettledWorld> settled() {
    if (settled == null) {
      SILENT.addAll(RULES.rules().stream().map(rule -> rule.id()).toList());
      SILENT.removeAll(OF_TEAMS);
      var worlds = new ArrayList<SettledWorld>();
      for (long seed : CHOSEN) {
        add(worlds, seed);
      }
      for (long seed = 0;
          worlds.size() < MIN_WORLDS || (seed < MAX_SEED && !SILENT.isEmpty());
          seed++) {
        add(worlds, seed);
      }
      settled = List.copyOf(worlds);
    }
    return settled;
  }

  /** The ids of the rules that conclude nothing in any of {@link #settled()}. */
  static Set<String> silentRules() {
    settled();
    return SILENT;
  }

  /** One world that need not be among {@link #settled()}. */
  static SettledWorld of(long seed) {
    List<Fact> facts = RandomWorld.random(seed);
    return new SettledWorld(seed, facts, settle(facts).conclusions());
  }

  private static void add(List<SettledWorld> worlds, long seed) {
    List<Fact> facts = RandomWorld.random(seed);
    Settlement settlement = settle(facts);
    worlds.add(new SettledWorld(seed, facts, settlement.conclusions()));
    settlement
        .all()
        .forEach(it -> it.derivations().forEach(d -> d.rules().forEach(SILENT::remove)));
  }

  private final long seed;
  private final List<Fact> facts;
  private final Map<Class<?>, List<Object>> byType;

  private SettledWorld(long seed, List<Fact> facts, List<Conclusion> conclusions) {
    this.seed = seed;
    this.facts = facts;
    this.byType =
        Stream.concat(facts.stream(), conclusions.stream())
            .collect(Collectors.groupingBy(Object::getClass));
  }

  /** Other facts with what {@code rules} conclude of them. */
  static SettledWorld of(long seed, List<Fact> facts, RuleSet rules) {
    try (var session = rules.newSession()) {
      facts.forEach(session::put);
      return new SettledWorld(seed, facts, session.settle().conclusions());
    }
  }

  static Settlement settle(Iterable<? extends Fact> facts) {
    try (var session = RULES.newSession()) {
      facts.forEach(session::put);
      return session.settle();
    }
  }

  long seed() {
    return seed;
  }

  List<Fact> facts() {
    return facts;
  }

  <T extends Fact> List<T> facts(Class<T> type) {
    return of(type);
  }

  <T extends Fact> @Nullable T fact(Class<T> type) {
    return facts(type).stream().findFirst().orElse(null);
  }

  <T extends Conclusion> List<T> concluded(Class<T> type) {
    return of(type);
  }

  @SuppressWarnings("unchecked") // all of the list are of the type
  private <T> List<T> of(Class<T> type) {
    return (List<T>) byType.getOrDefault(type, List.of());
  }

  /** The parameters of a name: one, or one for each item. */
  List<Parameter> parameters(String name) {
    return facts(Parameter.class).stream().filter(it -> it.name().equals(name)).toList();
  }

  @Nullable Parameter parameter(String name) {
    return parameters(name).stream().findFirst().orElse(null);
  }

  boolean closed(String gate, String object) {
    return concluded(GateClosed.class).stream()
        .anyMatch(it -> it.gate().equals(gate) && Objects.equals(it.blocks(), object));
  }
}
