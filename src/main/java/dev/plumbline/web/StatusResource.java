package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.GateConclusions.GateOpen;
import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.LogStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.work.Worker;
import dev.plumbline.work.Worker.Work;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The status of this replica, its sources, its decision log, and the gates. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Status")
class StatusResource {

  private final Current current;
  private final RuleState revisions;
  private final HostState published;

  StatusResource(Current current, RuleState revisions, HostState published) {
    this.current = current;
    this.revisions = revisions;
    this.published = published;
  }

  record Status(
      long sequence,
      Instant at,
      @Schema(description = "Whether this replica acts.") boolean leader,
      @Schema(description = "The digest of the rules.") String rules,
      RevisionsResource.RuleStatus revision,
      @Schema(description = "The number of facts by type.") Map<String, Integer> facts,
      @Schema(description = "The number of conclusions by type.") Map<String, Integer> conclusions,
      List<Source> sources,
      Log log,
      @Schema(description = "The threads of the host, by name.") List<WorkerStatus> workers) {}

  record Source(
      String source,
      @Schema(enumeration = {"synced", "syncing", "failed", "absent"}) String state,
      @Schema(description = "The API call that fills it.") String operation,
      @Schema(description = "The error code of the last failure.") @Nullable String code,
      @Nullable Instant since,
      @Nullable Instant lastSuccess,
      @Schema(description = "Consecutive failures.") int failures,
      @Nullable Integer items,
      @Schema(description = "Items of an earlier answer that are kept.") int held,
      @Schema(description = "Whether it can be relied on.") boolean ready,
      @Schema(
              enumeration = {"transient", "persistent"},
              description = "Absent when it is ready.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String errorClass,
      @Schema(description = "Absent when it is ready.") @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String message) {

    static Source of(SourceStatus status, @Nullable SourceNotReady notReady) {
      return new Source(
          status.source(),
          status.state(),
          status.operation(),
          status.code(),
          status.since(),
          status.lastSuccess(),
          status.failures(),
          status.items(),
          status.held(),
          notReady == null,
          notReady == null ? null : notReady.errorClass(),
          notReady == null ? null : notReady.message());
    }
  }

  @Schema(name = "LogStatus", description = "The status of the decision log.")
  record Log(
      @Schema(description = "Its location; null when nothing is recorded.") @Nullable String place,
      @Schema(description = "Whether decisions can be recorded. While not, nothing is done.")
          boolean writable,
      @Schema(description = "Why it is not writable.") @Nullable String fault,
      @Schema(description = "The id of the decision that is carried out.")
          @Nullable String decision,
      @Schema(description = "Entries written by this process.") long entries,
      @Schema(description = "When the last of them was written.") @Nullable Instant recorded,
      @Schema(description = "Settlements that are not recorded yet.") int waiting,
      @Schema(description = "Failed writes.") long faults) {

    static Log of(LogStatus log) {
      return new Log(
          log.place(),
          log.writable(),
          log.fault(),
          log.decision(),
          log.entries(),
          log.recorded(),
          log.waiting(),
          log.faults());
    }
  }

  record WorkerStatus(
      String worker,
      @Schema(description = "What it does; null while it waits for something to do.")
          @Nullable String stage,
      @Schema(description = "For how long.") long seconds,
      @Schema(description = "How long it may take.") long limitSeconds,
      @Schema(description = "Whether it takes longer, or has ended by a fault.") boolean overdue,
      @Schema(description = "By which it ended; null while it runs.") @Nullable String fault) {

    static WorkerStatus of(Work work) {
      return new WorkerStatus(
          work.worker(),
          work.stage(),
          work.took().toSeconds(),
          work.within().toSeconds(),
          work.overdue(),
          work.fault());
    }
  }

  @GET
  @Path("status")
  @Operation(summary = "The status of this replica and of each source of facts.")
  public Status status() {
    HostSnapshot live = current.live();
    var facts = new TreeMap<String, Integer>();
    live.facts().forEach((type, list) -> facts.put(type, list.size()));
    return new Status(
        live.sequence(),
        live.at(),
        live.leader(),
        live.rules().digest(),
        RevisionsResource.RuleStatus.of(revisions),
        facts,
        live.settlement().counts(),
        sources(live),
        Log.of(published.log()),
        Worker.all().stream().map(WorkerStatus::of).toList());
  }

  private static List<Source> sources(HostSnapshot live) {
    var notReady = new TreeMap<String, SourceNotReady>();
    for (SourceNotReady each : live.settlement().of(SourceNotReady.class)) {
      notReady.putIfAbsent(each.source(), each);
    }
    return live.facts(SourceStatus.class).stream()
        .map(status -> Source.of(status, notReady.get(status.source())))
        .toList();
  }

  record Gates(
      long sequence,
      Instant at,
      @Schema(description = "Activities that nothing holds back.") List<String> open,
      List<ClosedGate> closed) {}

  record ClosedGate(
      @Schema(enumeration = "GateClosed") String type,
      @Schema(description = "The activity.") String gate,
      @Schema(description = "The object that it is closed for.") String blocks,
      String waitsFor,
      @Schema(enumeration = {"transient", "persistent"}) String errorClass,
      @Nullable Instant since,
      String message,
      @Schema(enumeration = {"rules", "host"}) String by) {

    static ClosedGate of(GateClosed gate, String by) {
      return new ClosedGate(
          gate.type(),
          gate.gate(),
          gate.blocks(),
          gate.waitsFor(),
          gate.errorClass(),
          gate.since(),
          gate.message(),
          by);
    }
  }

  @GET
  @Path("gates")
  @Operation(
      summary = "What may go on, and what waits: for what and since when.",
      description = "Gates that the host closes itself, by its limits, have by: host.")
  public Gates gates() {
    HostSnapshot live = current.live();
    return new Gates(
        live.sequence(),
        live.at(),
        live.settlement().of(GateOpen.class).stream().map(GateOpen::gate).toList(),
        Stream.concat(
                live.settlement().of(GateClosed.class).stream()
                    .map(gate -> ClosedGate.of(gate, "rules")),
                live.gates().stream().map(gate -> ClosedGate.of(gate, "host")))
            .toList());
  }
}
