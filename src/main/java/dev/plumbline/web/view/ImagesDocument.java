package dev.plumbline.web.view;

import dev.plumbline.conclusion.VerdictConclusions.ImageHealth;
import dev.plumbline.fact.Verdicts.NodeFailure;
import dev.plumbline.view.ImageTrainText;
import dev.plumbline.view.ImageTrainView;
import dev.plumbline.view.NodeClassView.ImageView;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodeClassesDocument.Image;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The trains of images with their rings, and the releases with states and evidence. */
@Schema(name = "ImagesView")
public record ImagesDocument(
    long sequence,
    @Schema(description = "The time of the settlement.") Instant now,
    List<Train> trains,
    @Schema(description = "Those that have a state, the newest first.") List<Release> releases) {

  @Schema(name = "ImageTrain")
  record Train(
      @Schema(description = "plumbline.dev/train, else the selector terms.") String name,
      @Schema(description = "By ring.") List<Member> nodeClasses,
      @Schema(description = "What its node classes select, launch or run, the newest first.")
          List<String> releases) {}

  @Schema(name = "ImageTrainNodeClass")
  record Member(
      String nodeClass,
      @Schema(description = "plumbline.dev/ring.") int ring,
      @Schema(description = "The releases that it launches.") List<String> launches,
      @Schema(description = "Of each family or architecture the newest proven release.")
          List<String> incumbents,
      @Schema(description = "What Karpenter's status names where it is something else.")
          List<String> status,
      @Schema(description = "What speaks against newer releases.") List<Refused> refused,
      @Schema(description = "Newer releases that wait or are tried, the candidate first.")
          List<Next> next,
      @Schema(description = "The same in words, as plumbline explain says it.")
          List<Words> words) {}

  @Schema(name = "ImageTrainWords")
  record Words(String title, List<String> lines) {}

  @Schema(name = "ReleaseRefused")
  record Refused(String release, @Nullable String rule, String message) {}

  @Schema(name = "ReleaseNext")
  record Next(
      String release,
      boolean candidate,
      @Schema(description = "Why it may be launched; null while it may not.")
          @Nullable String admitted,
      List<Wait> waits) {}

  @Schema(name = "ReleaseWaits")
  record Wait(
      String rule,
      String message,
      @Schema(description = "Until when; null where that is not known.") @Nullable Instant until) {}

  @Schema(name = "ImageRelease")
  record Release(
      String name,
      @Schema(description = "The name of a custom image; null of a release of an alias family.")
          @Nullable String title,
      @Schema(description = "Its ImageVerdict: ImageVerdict/al2023-v20260714.") String object,
      @Schema(
              enumeration = {
                "candidate",
                "soaking",
                "canary",
                "rolling",
                "proven",
                "quarantined",
                "recalled"
              })
          String state,
      String message,
      @Schema(description = "Since when it is in this state, once that was written.")
          @Nullable Instant since,
      @Schema(description = "When EC2 made its newest image.") @Nullable Instant created,
      List<Image> images,
      @Schema(description = "Nodes that are initialized and Ready.") long nodes,
      long healthyNodeHours,
      @Schema(description = "Nodes that failed lately.") long failures,
      @Schema(description = "The same by node class.") List<Health> nodeClasses,
      @Schema(description = "The last nodes that failed, the newest first.") List<Failure> failed,
      @Nullable Decision decision,
      @Schema(description = "What it waits for in all node classes.") List<Wait> waits) {}

  @Schema(name = "ReleaseHealth")
  record Health(String nodeClass, long nodes, long healthyNodeHours, long failures) {}

  @Schema(name = "ReleaseFailure")
  record Failure(
      String nodeClaim,
      String nodeClass,
      String nodePool,
      @Nullable String instanceType,
      @Nullable String zone,
      String outcome,
      Instant at,
      String message) {}

  @Schema(name = "ReleaseDecision")
  record Decision(
      @Schema(enumeration = {"approve", "quarantine", "recall"}) String decision,
      @Nullable String reason,
      @Nullable String author,
      @Nullable Instant expires,
      @Schema(description = "False once it has expired.") boolean inForce) {}

  public static ImagesDocument of(long sequence, SettlementIndex index) {
    ImageTrainView view = ImageTrainView.of(index);
    return new ImagesDocument(
        sequence,
        index.now(),
        view.trains().stream()
            .map(
                each ->
                    new Train(
                        each.name(),
                        each.classes().stream().map(member -> member(member, view)).toList(),
                        each.releases()))
            .toList(),
        view.releases().stream().map(each -> release(each, index)).toList());
  }

  private static Member member(ImageTrainView.Member it, ImageTrainView view) {
    return new Member(
        it.nodeClass(),
        it.ring(),
        it.launches(),
        it.incumbents(),
        it.status(),
        it.refused().stream()
            .map(each -> new Refused(each.release(), each.rule(), each.message()))
            .toList(),
        it.next().stream()
            .map(
                each ->
                    new Next(
                        each.release(), each.candidate(), each.admitted(), waits(each.waits())))
            .toList(),
        ImageTrainText.of(view, it).sections().stream()
            .map(each -> new Words(each.title(), each.lines()))
            .toList());
  }

  private static Release release(ImageTrainView.Release it, SettlementIndex index) {
    ImageTrainView.Decision decision = it.decision();
    return new Release(
        it.name(),
        it.title(),
        it.object(),
        it.state(),
        it.message(),
        it.since(),
        it.made(),
        it.images().stream().map(id -> Image.of(ImageView.of(index, id))).toList(),
        it.nodes(),
        it.healthyHours(),
        it.failed(),
        it.classes().stream().map(ImagesDocument::health).toList(),
        it.failures().stream().map(ImagesDocument::failure).toList(),
        decision == null
            ? null
            : new Decision(
                decision.decision(),
                decision.reason(),
                decision.author(),
                decision.expires(),
                decision.inForce()),
        waits(it.waits()));
  }

  private static List<Wait> waits(List<ImageTrainView.Wait> all) {
    return all.stream().map(each -> new Wait(each.rule(), each.message(), each.until())).toList();
  }

  private static Health health(ImageHealth it) {
    return new Health(it.nodeClass(), it.nodes(), it.healthyHours(), it.failed());
  }

  private static Failure failure(NodeFailure it) {
    return new Failure(
        it.nodeClaim(),
        it.nodeClass(),
        it.nodePool(),
        it.instanceType(),
        it.zone(),
        it.outcome(),
        it.at(),
        it.message());
  }
}
