package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.Checkpoint;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.Entry.Draft;
import dev.plumbline.audit.EntryForm;
import dev.plumbline.audit.Hashes;
import dev.plumbline.audit.MerkleTree;
import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.ask.ControlStanding;
import dev.plumbline.audit.ask.Controls;
import dev.plumbline.audit.ask.EntryWords;
import dev.plumbline.audit.ask.NodeQuestions;
import dev.plumbline.audit.index.Question;
import dev.plumbline.audit.store.StoredLog;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
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

/** What is recorded: the decision log, asked as {@code plumbline audit} asks it. */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Record")
class AuditResource {

  private final RecordedLog recorded;

  AuditResource(RecordedLog recorded) {
    this.recorded = recorded;
  }

  @GET
  @Path("entries")
  @Operation(
      operationId = "auditEntries",
      summary =
          "Entries of the decision log that fit, in its order; the newest unless asked after.")
  @APIResponse(
      responseCode = "200",
      description = "A page of entries.",
      content = @Content(schema = @Schema(ref = "EntryList")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response entries(@BeanParam EntryParameters asked, @Context Request request) {
    Archive archive = recorded.archive();
    Question question = asked.question(archive);
    int limit = asked.limit();
    Long after = asked.after;
    List<Entry> found =
        after == null
            ? archive.query().newest(question, limit)
            : archive.query().after(question, after, limit);
    return Json.answer(request, json -> page(found, archive, limit, json));
  }

  private static void page(List<Entry> found, Archive archive, int limit, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("origin", archive.log().head().origin());
    json.writeNumberField("size", archive.log().head().size());
    json.writeArrayFieldStart("items");
    for (Entry each : found) {
      json.writeTree(EntryWords.json(each));
    }
    json.writeEndArray();
    if (found.size() == limit) {
      json.writeNumberField("after", found.getLast().sequence());
    }
    json.writeEndObject();
  }

  @GET
  @Path("entries/{sequence}")
  @Operation(operationId = "auditEntry", summary = "One entry of the decision log.")
  @APIResponse(
      responseCode = "200",
      description = "The entry.",
      content = @Content(schema = @Schema(ref = "Entry")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response entry(
      @Parameter(description = "Its place, from 0.") @PathParam("sequence") long sequence,
      @Context Request request) {
    Entry entry = one(sequence, recorded.log());
    return Json.answer(request, json -> json.writeTree(EntryWords.json(entry)));
  }

  @GET
  @Path("entries/{sequence}/proof")
  @Operation(
      operationId = "auditProof",
      summary = "The proof that an entry is in the log of the newest checkpoint.")
  @APIResponse(
      responseCode = "200",
      description = "The proof.",
      content = @Content(schema = @Schema(ref = "InclusionProof")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response proof(
      @Parameter(description = "Its place, from 0.") @PathParam("sequence") long sequence,
      @Context Request request) {
    StoredLog log = recorded.log();
    Checkpoint checkpoint = log.checkpoint();
    Entry entry = one(sequence, log);
    long size = checkpoint.head().size();
    byte[] line =
        EntryForm.line(
            sequence, entry.previous(), new Draft(entry.at(), entry.kind(), entry.body()));
    ObjectNode json = EntryWords.json(entry).removeAll();
    json.put("leafIndex", sequence).put("treeSize", size);
    json.put("leafHash", Hashes.hex(Hashes.leaf(line)));
    ArrayNode hashes = json.putArray("hashes");
    MerkleTree.inclusion(log.leaves(size), sequence, size)
        .forEach(hash -> hashes.add(Base64.getEncoder().encodeToString(hash)));
    json.put("checkpoint", checkpoint.note());
    return Json.answer(request, to -> to.writeTree(json));
  }

  private static Entry one(long sequence, StoredLog log) {
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
  @Operation(operationId = "auditCheckpoint", summary = "Where the log stands, signed.")
  @APIResponse(
      responseCode = "200",
      description = "The checkpoint.",
      content = @Content(schema = @Schema(ref = "LogCheckpoint")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response checkpoint(@Context Request request) {
    StoredLog log = recorded.log();
    Checkpoint checkpoint = log.checkpoint();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeStringField("origin", checkpoint.head().origin());
          json.writeNumberField("size", checkpoint.head().size());
          json.writeStringField("root", checkpoint.head().root());
          json.writeStringField("note", checkpoint.note());
          json.writeStringField("publicKey", log.key().pem());
          json.writeEndObject();
        });
  }

  @GET
  @Path("show")
  @Operation(
      operationId = "auditShow",
      summary = "An auditor's questions about one node at one time, answered from the log.")
  @APIResponse(
      responseCode = "200",
      description = "The questions with their answers.",
      content = @Content(schema = @Schema(ref = "NodeAnswer")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response show(
      @Parameter(description = "The name of a Node or NodeClaim, or the id of an instance.")
          @QueryParam("node")
          @Nullable String node,
      @Parameter(description = "The time asked about, ISO 8601; else the end of the log.")
          @QueryParam("at")
          @Nullable String at,
      @Context Request request) {
    if (node == null || node.isBlank()) {
      throw Problem.badRequest("node is missing. Maybe node=ip-10-0-1-21.ec2.internal.");
    }
    Archive archive = recorded.archive();
    ObjectNode answer = new NodeQuestions(archive).ask(node, when(at, archive)).toJson();
    return Json.answer(request, json -> json.writeTree(answer));
  }

  @GET
  @Path("controls")
  @Operation(
      operationId = "auditControls",
      summary = "Of each control the rules, what they judged, what is and was wrong, the evidence.")
  @APIResponse(
      responseCode = "200",
      description = "The controls.",
      content = @Content(schema = @Schema(ref = "ControlList")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response controls(
      @Parameter(description = "The time asked about, ISO 8601; else the end of the log.")
          @QueryParam("at")
          @Nullable String at,
      @Context Request request) {
    Archive archive = recorded.archive();
    Instant time = when(at, archive);
    ObjectNode controls = ControlStanding.toJson(new Controls(archive).at(time, null), time);
    return Json.answer(request, json -> json.writeTree(controls));
  }

  private static Instant when(@Nullable String at, Archive archive) {
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return time;
    }
    List<Entry> last = archive.query().newest(Question.ALL, 1);
    return last.isEmpty() ? Instant.EPOCH : last.getFirst().at();
  }
}
