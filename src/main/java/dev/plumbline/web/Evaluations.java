package dev.plumbline.web;

import dev.plumbline.fact.Nearest;
import dev.plumbline.host.Evaluation;
import dev.plumbline.rule.RuleFiles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Rule sets of its own for what is posted, so that the session of the host shares nothing with it;
 * never more at once than the settings allow.
 */
@ApplicationScoped
class Evaluations {

  private static final List<String> SETS = List.of("live", "shipped");

  private final Current current;
  private final Semaphore places;
  private final Map<String, Evaluation> byDigest =
      new LinkedHashMap<>(4, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Evaluation> eldest) {
          return size() > SETS.size();
        }
      };

  Evaluations(Current current, WebSettings settings) {
    this.current = current;
    this.places = new Semaphore(settings.evaluations());
  }

  /** What is done with a rule set. */
  @FunctionalInterface
  interface Work {
    Response with(Evaluation evaluation) throws IOException;
  }

  /**
   * Does {@code work} with the rules of this name.
   *
   * @param rules live or shipped
   */
  Response with(String rules, Work work) throws IOException {
    if (!places.tryAcquire()) {
      throw Problem.busy("another snapshot is being evaluated. Maybe try again in a second.");
    }
    try {
      return work.with(evaluation(files(rules)));
    } finally {
      places.release();
    }
  }

  private RuleFiles files(String rules) {
    return switch (rules) {
      case "live" -> current.live().rules().files();
      case "shipped" -> RuleFiles.shipped();
      default ->
          throw Problem.badRequest(
              "rules=" + rules + " is no set of rules. " + Nearest.advice(rules, SETS));
    };
  }

  private synchronized Evaluation evaluation(RuleFiles files) {
    return byDigest.computeIfAbsent(files.digest(), digest -> Evaluation.with(files));
  }
}
