package dev.plumbline.web.view;

import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.view.GateView;
import dev.plumbline.view.SettlementIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The gates, what each waits for, and the sources below them. */
@Schema(name = "GatesView")
public record GatesDocument(
    long sequence,
    @Schema(description = "The time of the evaluation, to which ages are counted.") Instant at,
    @Schema(description = "Sorted by name.") List<GateDocument> gates,
    List<SourceDocument> sources) {

  @Schema(name = "GateView")
  record GateDocument(
      String name,
      boolean open,
      @Schema(description = "Since when it is closed.") @Nullable Instant since,
      @Schema(description = "For how many seconds it has been closed.") @Nullable Long age,
      @Schema(description = "The sources and gates that it waits for, ready or not.")
          Collection<String> waitsFor,
      @Schema(description = "The objects that it blocks.") Collection<String> blocks,
      @Schema(description = "Why it is closed.") @Nullable String message,
      @Schema(description = "At most 100.") List<Closure> closed,
      @Schema(description = "The number of closures.") int closures) {

    private static final int MAX_CLOSURES = 100;

    static GateDocument of(GateView gate, Instant now, Collection<GateClosed> byHost) {
      List<GateClosed> closures = gate.closures();
      return new GateDocument(
          gate.name(),
          gate.open(),
          gate.since(),
          GatesDocument.age(gate.since(), now),
          gate.waitsFor(),
          gate.blocks(),
          gate.open() ? null : closures.getFirst().message(),
          closures.stream()
              .limit(MAX_CLOSURES)
              .map(each -> Closure.of(each, byHost.contains(each) ? "host" : "rules"))
              .toList(),
          closures.size());
    }
  }

  record Closure(
      String blocks,
      String waitsFor,
      @Schema(enumeration = {"transient", "persistent"}) String errorClass,
      @Nullable Instant since,
      String message,
      @Schema(enumeration = {"rules", "host"}) String by) {

    static Closure of(GateClosed gate, String by) {
      return new Closure(
          gate.blocks(), gate.waitsFor(), gate.errorClass(), gate.since(), gate.message(), by);
    }
  }

  @Schema(name = "SourceView")
  record SourceDocument(
      String name,
      @Schema(enumeration = {"synced", "syncing", "failed", "absent"}) String state,
      @Nullable Instant since,
      @Schema(description = "The age of its last answer in seconds.") @Nullable Long age,
      @Schema(description = "The error code of the last failure.") @Nullable String code,
      @Schema(description = "The source that it is a part of.") @Nullable String partOf,
      boolean ready,
      @Schema(description = "Why it is not ready.") @Nullable String message) {

    static SourceDocument of(
        SourceStatus status, @Nullable String partOf, @Nullable String notReady, Instant now) {
      return new SourceDocument(
          status.source(),
          status.state(),
          status.since(),
          GatesDocument.age(status.lastSuccess(), now),
          status.code(),
          partOf,
          notReady == null,
          notReady);
    }
  }

  public static GatesDocument of(
      long sequence, SettlementIndex index, Collection<GateClosed> byHost) {
    Instant now = index.now();
    var wholes = new TreeMap<String, String>();
    for (Source each : index.facts(Source.class)) {
      if (each.whole() != null) {
        wholes.put(each.name(), each.whole());
      }
    }
    var notReady = new TreeMap<String, String>();
    index
        .of(SourceNotReady.class)
        .forEach(each -> notReady.putIfAbsent(each.source(), each.message()));
    return new GatesDocument(
        sequence,
        now,
        GateView.all(index, byHost).stream()
            .map(gate -> GateDocument.of(gate, now, byHost))
            .toList(),
        index.facts(SourceStatus.class).stream()
            .map(
                each ->
                    SourceDocument.of(
                        each, wholes.get(each.source()), notReady.get(each.source()), now))
            .toList());
  }

  private static @Nullable Long age(@Nullable Instant since, Instant now) {
    return since == null ? null : Math.max(0, Duration.between(since, now).toSeconds());
  }
}
