package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.query.ControlReport;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.NodeQuestions;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The decision log, as {@code plumbline audit} queries it. */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Record")
class AuditResource {

  private static final String SEQUENCE = "Its position in the log, from 0.";
  private static final String AT = "As of this time, ISO 8601; else of the end of the log.";

  private final RecordedLog recorded;

  AuditResource(RecordedLog recorded) {
    this.recorded = recorded;
  }

  record EntryList(
      @Schema(description = "The name of the log.") String origin,
      @Schema(description = "The number of entries in the log.") long size,
      List<LogEntry> items,
      @Schema(description = "The last entry of this page; absent when it is not full.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Long after) {}

  @Schema(name = "Entry")
  record LogEntry(
      @Schema(description = SEQUENCE) long sequence,
      Instant at,
      @Schema(enumeration = {"start", "stop", "leader", "rules", "state", "decision", "outcome"})
          String kind,
      @Schema(description = "The leaf hash of the entry before it; empty for the first.")
          String previous,
      @Schema(description = "Its fields; docs/decision-log.md has those of each kind.")
          JsonNode body) {

    static LogEntry of(Entry entry) {
      return new LogEntry(
          entry.sequence(), entry.at(), entry.kind().wire(), entry.previous(), entry.body());
    }
  }

  record InclusionProof(
      long leafIndex,
      long treeSize,
      @Schema(description = "SHA-256 of a zero byte and the entry, hexadecimal.") String leafHash,
      @Schema(description = "From the leaf to the root (RFC 6962, 2.1.1), base64.")
          List<String> hashes,
      @Schema(description = "The signed checkpoint of that size.") String checkpoint) {}

  record LogCheckpoint(
      String origin,
      long size,
      @Schema(description = "The root of the Merkle tree, hexadecimal.") String root,
      @Schema(description = "The signed note (C2SP tlog-checkpoint).") String note,
      @Schema(description = "The public key by its own account, PEM; verify it from elsewhere.")
          String publicKey) {}

  @GET
  @Path("entries")
  @Operation(
      summary = "Entries of the decision log that match, in order; the newest without after.")
  public EntryList auditEntries(@BeanParam EntryParameters parameters) {
    LogArchive archive = recorded.archive();
    EntryFilter question = parameters.question(archive);
    int limit = parameters.limit();
    Long after = parameters.after;
    List<Entry> found =
        after == null
            ? archive.query().newest(question, limit)
            : archive.query().after(question, after, limit);
    return new EntryList(
        archive.log().head().origin(),
        archive.log().head().size(),
        found.stream().map(LogEntry::of).toList(),
        found.size() == limit ? found.getLast().sequence() : null);
  }

  @GET
  @Path("entries/{sequence}")
  @Operation(summary = "One entry of the decision log.")
  public LogEntry auditEntry(
      @Parameter(description = SEQUENCE) @PathParam("sequence") long sequence) {
    return LogEntry.of(entry(sequence, recorded.log()));
  }

  @GET
  @Path("entries/{sequence}/proof")
  @Operation(summary = "The proof that an entry is in the log of the newest checkpoint.")
  public InclusionProof auditProof(
      @Parameter(description = SEQUENCE) @PathParam("sequence") long sequence) {
    StoredLog log = recorded.log();
    Checkpoint checkpoint = log.checkpoint();
    Entry entry = entry(sequence, log);
    long size = checkpoint.head().size();
    byte[] line = EntryForm.line(entry);
    return new InclusionProof(
        sequence,
        size,
        Hashes.hex(Hashes.leaf(line)),
        log.subtrees(checkpoint).inclusion(sequence, size).stream()
            .map(Base64.getEncoder()::encodeToString)
            .toList(),
        checkpoint.note());
  }

  private static Entry entry(long sequence, StoredLog log) {
    long size = log.head().size();
    if (sequence < 0 || sequence >= size) {
      throw Problem.notFound("there is no entry %d: the log has %d.".formatted(sequence, size));
    }
    var found = new ArrayList<Entry>();
    log.readEach(new long[] {sequence}, found::add);
    return found.getFirst();
  }

  @GET
  @Path("checkpoint")
  @Operation(summary = "The signed checkpoint of the log.")
  public LogCheckpoint auditCheckpoint() {
    StoredLog log = recorded.log();
    Checkpoint checkpoint = log.checkpoint();
    return new LogCheckpoint(
        checkpoint.head().origin(),
        checkpoint.head().size(),
        checkpoint.head().root(),
        checkpoint.note(),
        log.key().pem());
  }

  @GET
  @Path("show")
  @Operation(summary = "The questions of an auditor about one node at one time, answered.")
  @APIResponse(
      responseCode = "200",
      description = "The questions with their answers.",
      content = @Content(schema = @Schema(ref = "NodeAnswer")))
  public ObjectNode auditShow(
      @Parameter(
              description =
                  "The name of a Node or NodeClaim, the id of an instance, or a release of images:"
                      + " ImageVerdict/al2023-v20260714.")
          @QueryParam("node")
          @Nullable String node,
      @Parameter(description = AT) @QueryParam("at") @Nullable String at) {
    if (node == null || node.isBlank()) {
      throw Problem.badRequest("node is missing. Try: node=ip-10-0-1-21.ec2.internal.");
    }
    LogArchive archive = recorded.archive();
    return new NodeQuestions(archive).ask(node, time(at, archive)).toJson();
  }

  @GET
  @Path("controls")
  @Operation(summary = "Each control with its rules, its violations and their evidence.")
  @APIResponse(
      responseCode = "200",
      description = "The controls.",
      content = @Content(schema = @Schema(ref = "ControlList")))
  public ObjectNode auditControls(
      @Parameter(description = AT) @QueryParam("at") @Nullable String at) {
    LogArchive archive = recorded.archive();
    Instant time = time(at, archive);
    return new ControlReport(archive).toJson(time, null);
  }

  private static Instant time(@Nullable String at, LogArchive archive) {
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return time;
    }
    List<Entry> last = archive.query().newest(EntryFilter.ALL, 1);
    return last.isEmpty() ? Instant.EPOCH : last.getFirst().at();
  }
}
