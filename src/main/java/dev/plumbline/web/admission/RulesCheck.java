package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.trial.CandidateCheck;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a ConfigMap of rules would be rejected: its files are combined with the shipped ones and
 * those of the other ConfigMaps, compiled, and their scenarios run. Verdicts are cached.
 */
final class RulesCheck {

  static final String LABEL = "plumbline.dev/rules";

  private static final int MAX_CACHED = 16;
  private static final int MAX_LINES = 20;

  private final Supplier<? extends Map<String, String>> now;
  private final Supplier<? extends Map<String, String>> bundle;
  private final Trials trials;
  private final Map<String, Verdict> byDigest =
      new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Verdict> eldest) {
          return size() > MAX_CACHED;
        }
      };

  /**
   * @param now the files of all overlays that there are
   * @param bundle those of them that are of a bundle, which a ConfigMap may replace
   */
  RulesCheck(
      Supplier<? extends Map<String, String>> now,
      Supplier<? extends Map<String, String>> bundle,
      Trials trials) {
    this.now = now;
    this.bundle = bundle;
    this.trials = trials;
  }

  static boolean concerns(JsonNode object) {
    return object.path("metadata").path("labels").has(LABEL);
  }

  /** Of one thread. */
  Verdict check(JsonNode object, JsonNode before) {
    SortedMap<String, String> mine = files(object);
    SortedMap<String, String> overlay = new TreeMap<>(now.get());
    Map<String, String> below = bundle.get();
    if (concerns(before)) {
      files(before)
          .keySet()
          .forEach(
              name -> {
                overlay.remove(name);
                if (below.containsKey(name)) {
                  overlay.put(name, below.get(name));
                }
              });
    }
    List<String> clashes =
        mine.keySet().stream()
            .filter(name -> !Objects.equals(overlay.get(name), below.get(name)))
            .map(
                name ->
                    name + ": another ConfigMap of rules has a file of this name. Try: rename it.")
            .toList();
    if (!clashes.isEmpty()) {
      return denied(clashes);
    }
    overlay.putAll(mine);
    RuleFiles files;
    try {
      files = RuleFiles.over(overlay, "");
    } catch (InvalidRulesException e) {
      return denied(String.valueOf(e.getMessage()).lines().toList());
    }
    String digest = files.digest() + mine.keySet();
    Verdict known = byDigest.get(digest);
    if (known == null) {
      TrialVerdict tried = tried(overlay, mine.keySet());
      if (tried != null && tried.stage().equals(TrialVerdict.TRIED)) {
        // The process that tried it ended: the next one may come further.
        return verdict(tried.reasons());
      }
      known =
          verdict(tried == null ? CandidateCheck.problems(files, mine.keySet()) : tried.reasons());
      byDigest.put(digest, known);
    }
    return known;
  }

  /** In a process of its own; null where none can be started, so that it is checked in this one. */
  private @Nullable TrialVerdict tried(SortedMap<String, String> overlay, Set<String> touched) {
    try {
      return trials.tried(new TrialRequest(overlay, "", touched, null, null, SettleLimits.DEFAULT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TrialVerdict.refused(
          TrialVerdict.TRIED, List.of("not checked: Plumbline ends. Try: apply it again."));
    }
  }

  private static Verdict verdict(List<String> problems) {
    return problems.isEmpty() ? Verdict.allowed() : denied(problems);
  }

  private static Verdict denied(List<String> problems) {
    if (problems.size() <= MAX_LINES) {
      return new Verdict(Verdict.Answer.DENIED, problems);
    }
    var lines = new ArrayList<>(problems.subList(0, MAX_LINES));
    lines.add("and " + (problems.size() - MAX_LINES) + " more. Try: plumbline lint.");
    return new Verdict(Verdict.Answer.DENIED, lines);
  }

  private static SortedMap<String, String> files(JsonNode object) {
    var files = new TreeMap<String, String>();
    object
        .path("data")
        .properties()
        .forEach(
            file -> {
              if (RuleFiles.isMeant(file.getKey())) {
                files.put(file.getKey(), file.getValue().asText());
              }
            });
    return files;
  }
}
