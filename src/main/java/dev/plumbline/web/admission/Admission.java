package dev.plumbline.web.admission;

import dev.plumbline.action.kubernetes.ApiServer;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.HostSettings;
import dev.plumbline.host.Live;
import dev.plumbline.host.Published;
import dev.plumbline.host.rules.PublishedRevisions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What is answered to a review: changes of our own, and what we know nothing of, pass at once; rule
 * text and Karpenter's objects are judged, each by a thread of its own.
 */
@ApplicationScoped
class Admission implements HostEvents {

  private final AdmissionSettings settings;
  private final MeterRegistry registry;
  private final Rehearsal rehearsal;
  private final ObjectCheck objects;
  private final RulesCheck rules;
  private final Judge objectJudge;
  private final Judge ruleJudge;

  Admission(
      AdmissionSettings settings,
      HostSettings host,
      Published published,
      PublishedRevisions revisions,
      MeterRegistry registry) {
    this.settings = settings;
    this.registry = registry;
    this.rehearsal = new Rehearsal(host.pace(Clock.systemUTC()).limits());
    this.objects =
        new ObjectCheck(
            published::now,
            rehearsal,
            settings.mode() == AdmissionSettings.Mode.DENY
                ? Verdict.Answer.DENIED
                : Verdict.Answer.WARNED);
    this.rules = new RulesCheck(revisions::offered);
    this.objectJudge = new Judge("plumbline-admission", settings.queue(), settings.deadline());
    this.ruleJudge =
        new Judge("plumbline-admission-rules", settings.queue(), settings.rulesDeadline());
  }

  /** The second session keeps up while nobody asks. */
  @Override
  public void settled(Live live, Duration took, int changes) {
    if (settings.enabled()) {
      objectJudge.idle(objects::follow);
    }
  }

  /** The answer to a review, within the deadline of its sort. */
  CompletionStage<Verdict> judge(Review review) {
    Timer.Sample begun = Timer.start(registry);
    String sort = sort(review);
    CompletionStage<Verdict> answer =
        switch (sort) {
          case "rules" ->
              ruleJudge.ask(told -> told.accept(rules.judge(review.object(), review.before())));
          case "object" -> objectJudge.ask(told -> objects.judge(review, told));
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

  /** What is judged; {@code other} passes: deletions, kinds that are not ours, what we write. */
  private String sort(Review review) {
    boolean written = review.operation().equals("CREATE") || review.operation().equals("UPDATE");
    if (!written || review.fieldManager().equals(ApiServer.FIELD_MANAGER)) {
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
    objectJudge.close();
    ruleJudge.close();
  }
}
