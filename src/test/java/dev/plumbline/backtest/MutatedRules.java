package dev.plumbline.backtest;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.loop.Evaluation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shipped rules of which one has another operator. */
public final class MutatedRules {

  /** The file of a team, with a rule that never ends where there is an objection to an image. */
  public static final String ENDLESS =
      """
      /*
       * What does the team object to?
       *
       * Reads      EvaluationTime, AmiObjection
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.team

      import dev.plumbline.fact.EvaluationTime
      import dev.plumbline.conclusion.AmiObjection

      rule "text doubles"
          @Id("TEAM-002") @Control("CM-2") @Severity("low")
      when
          EvaluationTime( )
          AmiObjection( $r : rule, $a : ami, $m : message )
      then
          insertLogical( new AmiObjection( $r, "c", $a, $m + $m ) );
      end
      """;

  private static final Pattern RULE =
      Pattern.compile(
          "^rule \"[^\"]+\"\\s+@Id\\(\"([^\"]+)\"\\).*?^when$(.*?)^then$",
          Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern CONCLUDED = Pattern.compile("\"rule\":\"([A-Z]+-[0-9]+)\"");

  private static final Pattern OPERATOR = Pattern.compile(" (==|!=|<=|>=|<|>) ");

  private static final Map<String, String> OTHER =
      Map.of("==", "!=", "!=", "==", "<=", ">", ">=", "<", "<", ">=", ">", "<=");

  /**
   * A mutated rule set.
   *
   * @param rule the id of the rule
   */
  public record Mutant(String rule, String file, Evaluation rules) {

    /** The text of its file. */
    public String text() {
      return String.valueOf(rules.rules().files().text(file));
    }
  }

  private record Place(String rule, String file, int from, int to) {}

  private final List<Place> places = new ArrayList<>();
  private final RuleFiles files = RuleFiles.shipped();

  /** Of the rules that concluded something in a log. */
  MutatedRules(MemoryLog log) {
    var concluded = new HashSet<String>();
    log.read(
        0,
        log.head().size(),
        entry -> {
          String digest = entry.body().path("conclusions").asText();
          byte[] lines = digest.startsWith("sha256:") ? log.object(digest) : null;
          String text = lines == null ? "" : new String(lines, StandardCharsets.UTF_8);
          CONCLUDED.matcher(text).results().forEach(each -> concluded.add(each.group(1)));
          return true;
        });
    for (String file : files.names(".drl")) {
      Matcher rule = RULE.matcher(String.valueOf(files.text(file)));
      while (rule.find()) {
        Matcher operator =
            OPERATOR.matcher(String.valueOf(files.text(file))).region(rule.start(2), rule.end(2));
        while (operator.find()) {
          if (concluded.contains(rule.group(1))) {
            places.add(new Place(rule.group(1), file, operator.start(1), operator.end(1)));
          }
        }
      }
    }
  }

  /** Some that decide otherwise than the shipped rules, which decided in the log. */
  public static List<Mutant> differing(MemoryLog log, int count, SplittableRandom random) {
    var mutants = new MutatedRules(log);
    var differing = new ArrayList<Mutant>();
    for (int tried = 0; differing.size() < count && tried < 200; tried++) {
      Mutant mutant = mutants.random(random);
      if (mutant != null
          && !SegmentReplayTest.all(log, RuleChange.to(mutant.rules()), TimeWindow.ALL).isEmpty()) {
        differing.add(mutant);
      }
    }
    return differing;
  }

  /** One at random; null when the linter refuses it. */
  @Nullable Mutant random(SplittableRandom random) {
    Place place = places.get(random.nextInt(places.size()));
    String text = String.valueOf(files.text(place.file()));
    String other = OTHER.get(text.substring(place.from(), place.to()));
    String mutated = text.substring(0, place.from()) + other + text.substring(place.to());
    try {
      return new Mutant(
          place.rule(), place.file(), Evaluation.with(files.with(place.file(), mutated)));
    } catch (InvalidInputException e) {
      return null;
    }
  }
}
