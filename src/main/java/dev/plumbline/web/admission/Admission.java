package dev.plumbline.web.admission;

import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.RuleState;
import dev.plumbline.trial.SharedTrials;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Answers reviews: rule text and Karpenter's objects are checked, each on a thread of its own; our
 * own changes and other kinds pass at once.
 */
@ApplicationScoped
class Admission implements HostEvents {

  private final AdmissionSettings settings;
  private final MeterRegistry registry;
  private final PreviewSession preview;
  private final ObjectCheck objects;
  private final RulesCheck rules;
  private final CheckQueue objectQueue;
  private final CheckQueue ruleQueue;

  Admission(
      AdmissionSettings settings,
      HostSettings host,
      HostState published,
      RuleState revisions,
      MeterRegistry registry,
      SharedTrials trials) {
    this.settings = settings;
    this.registry = registry;
    this.preview = new PreviewSession(host.timings(Clock.systemUTC()).limits());
    this.objects =
        new ObjectCheck(
            published::now,
            preview,
            settings.mode() == AdmissionSettings.Mode.DENY
                ? Verdict.Answer.DENIED
                : Verdict.Answer.WARNED);
    this.rules = new RulesCheck(revisions::offered, revisions::bundled, trials);
    this.objectQueue = new CheckQueue("plumbline-admission", settings.queue(), settings.deadline());
    this.ruleQueue =
        new CheckQueue("plumbline-admission-rules", settings.queue(), settings.rulesDeadline());
  }

  /** The second session follows while no review waits. */
  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    if (settings.enabled()) {
      objectQueue.idle(objects::follow);
    }
  }

  CompletionStage<Verdict> check(Review review) {
    Timer.Sample begun = Timer.start(registry);
    String sort = sort(review);
    CompletionStage<Verdict> answer =
        switch (sort) {
          case "rules" ->
              ruleQueue.submit(
                  answered -> answered.accept(rules.check(review.object(), review.before())));
          case "object" -> objectQueue.submit(answered -> objects.check(review, answered));
          default -> CompletableFuture.completedFuture(Verdict.allowed());
        };
    return answer.thenApply(
        verdict -> {
          begun.stop(
              Timer.builder("plumbline.admission")
                  .description("How long the API server waited for an answer")
                  .tag("sort", sort)
                  .tag("answer", verdict.answer().wire())
                  .register(registry));
          return verdict;
        });
  }

  private String sort(Review review) {
    boolean written = review.operation().equals("CREATE") || review.operation().equals("UPDATE");
    if (!written || review.fieldManager().equals(ObjectApi.FIELD_MANAGER)) {
      return "other";
    }
    if (review.kind().equals("v1 ConfigMap") && RulesCheck.concerns(review.object())) {
      return settings.namespace().orElse(review.namespace()).equals(review.namespace())
          ? "rules"
          : "other";
    }
    return ObjectCheck.KINDS.contains(review.kind()) ? "object" : "other";
  }

  @PreDestroy
  void end() {
    objectQueue.close();
    ruleQueue.close();
  }
}
