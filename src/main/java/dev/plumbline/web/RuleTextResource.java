package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Nearest;
import dev.plumbline.host.Live;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.Settlement.Concluded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The text of a rule, and what it leads to now. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Standing")
class RuleTextResource {

  /** Of so many conclusions of a rule the rest is counted only. */
  private static final int LISTED = 100;

  private final Current current;

  RuleTextResource(Current current) {
    this.current = current;
  }

  @GET
  @Path("rules/hits")
  @Operation(
      operationId = "ruleHits",
      summary = "How many conclusions each rule leads to now, by its id.",
      description = "Rules that lead to none are left out.")
  @APIResponse(
      responseCode = "200",
      description = "The numbers.",
      content = @Content(schema = @Schema(ref = "RuleHits")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response hits(@Context Request request) {
    var hits = new TreeMap<String, Integer>();
    for (Concluded each : current.live().settlement().all()) {
      var rules = new TreeSet<String>();
      each.derivations().forEach(way -> rules.add(way.rule().id()));
      rules.forEach(rule -> hits.merge(rule, 1, Integer::sum));
    }
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeObjectFieldStart("hits");
          for (Map.Entry<String, Integer> each : hits.entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
          }
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  @GET
  @Path("rules/{id}")
  @Operation(operationId = "rule", summary = "One rule: its text, and what it leads to now.")
  @APIResponse(
      responseCode = "200",
      description = "The rule.",
      content = @Content(schema = @Schema(ref = "RuleText")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response rule(
      @Parameter(description = "Its id, such as AMI-005.") @PathParam("id") String id,
      @Context Request request) {
    Live live = current.live();
    Rule off = named(live.rules().rulesOff(), id);
    Rule found = off == null ? named(live.rules().rules(), id) : off;
    if (found == null) {
      throw Problem.notFound("no rule is called " + id + ". " + Nearest.advice(id, ids(live)));
    }
    var conclusions = new ArrayList<Conclusion>();
    for (Concluded each : live.settlement().all()) {
      if (each.derivations().stream().map(Derivation::rule).anyMatch(found::equals)) {
        conclusions.add(each.conclusion());
      }
    }
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          StatusResource.write(found, json);
          json.writeBooleanField("off", off != null);
          json.writeStringField("digest", live.rules().digest());
          json.writeStringField("text", text(live, found));
          write(conclusions, json);
          json.writeEndObject();
        });
  }

  private static void write(List<Conclusion> conclusions, JsonGenerator json) throws IOException {
    json.writeNumberField("hits", conclusions.size());
    json.writeArrayFieldStart("conclusions");
    for (Conclusion each : conclusions.subList(0, Math.min(LISTED, conclusions.size()))) {
      json.writeStartObject();
      WireForm.writeFields(each, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** From its header to its end. */
  private static String text(Live live, Rule rule) {
    String file = live.rules().files().text(rule.file());
    if (file == null) {
      return "";
    }
    var lines = new ArrayList<String>();
    for (String line : file.lines().skip(rule.line() - 1L).toList()) {
      lines.add(line);
      if (line.strip().equals("end")) {
        break;
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static @Nullable Rule named(List<Rule> rules, String id) {
    return rules.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
  }

  private static List<String> ids(Live live) {
    return Stream.concat(live.rules().rules().stream(), live.rules().rulesOff().stream())
        .map(Rule::id)
        .collect(Collectors.toList());
  }
}
