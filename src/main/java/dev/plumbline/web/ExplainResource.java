package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.engine.Selection;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.Replay;
import dev.plumbline.view.ImageTrainText;
import dev.plumbline.why.Explanations;
import dev.plumbline.why.Explanations.NotHeld;
import dev.plumbline.why.Goal;
import dev.plumbline.why.PodExplanation;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.Suggestions.Search;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.World;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Why something holds, why something does not, and why a pod waits. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Why")
class ExplainResource {

  /** For how long changes are tried, from the request on; the rest of 200 ms is for the answer. */
  private static final Duration TIMEOUT = Duration.ofMillis(70);

  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(10);

  /** The same of a recorded time, of which a copy is made for each question. */
  private static final Duration RECORDED_TIMEOUT = Duration.ofSeconds(2);

  private static final String AT =
      "As of this time, ISO 8601: answered from the decision log, by the rules of that time. Else"
          + " as of now.";

  private final Current current;
  private final ExplanationCache cache;
  private final RecordedLog log;

  ExplainResource(Current current, ExplanationCache cache, RecordedLog log) {
    this.current = current;
    this.cache = cache;
    this.log = log;
  }

  @GET
  @Path("explain")
  @Operation(
      summary = "Why something holds, down to the facts.",
      description = "The answer of plumbline explain -o json (docs/explain.md).")
  @APIResponse(
      responseCode = "200",
      description = "Derivations down to facts; what was explained once is referred to by number.",
      content = @Content(schema = @Schema(ref = "Explanation")))
  public Documents.Written explain(
      @Parameter(description = "Everything that concerns this object, such as NodePool/default.")
          @QueryParam("for")
          @Nullable String object,
      @Parameter(
              description = "Conclusions, such as InstanceTypeUsable nodePool=gpu; instead of for.")
          @QueryParam("conclusion")
          @Nullable String conclusion,
      @Parameter(description = AT) @QueryParam("at") @Nullable String at) {
    if ((object == null) == (conclusion == null)) {
      throw Problem.badRequest("either for or conclusion is needed. Try: for=NodePool/default.");
    }
    Function<Explanations, Documents.Writing> explain =
        explanations ->
            object != null
                ? explainObject(object, explanations)
                : explanations.explained(goal(conclusion).held(explanations.world()))::write;
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return cache.recorded(
          current.rules(),
          log.log(),
          time,
          (moment, explanations, trial) -> document(head(moment), explain.apply(explanations)));
    }
    HostSnapshot live = current.live();
    return document(head(live), explain.apply(cache.of(live)));
  }

  private static Documents.Writing explainObject(String object, Explanations explanations) {
    Selection selection = SettlementResource.selection(List.of(), object);
    World world = explanations.world();
    String unknown = selection.unknownObject(world.facts().values(), world.settlement());
    if (unknown != null) {
      throw Problem.notFound(unknown);
    }
    Selection.Name name = Selection.name(object);
    var words = ImageTrainText.of(name, world.facts().values(), world.settlement());
    Explanations.Answer answer = explanations.about(selection::includes);
    return json -> {
      words.write(json);
      answer.write(json);
    };
  }

  @GET
  @Path("why-not")
  @Operation(
      summary = "Why a conclusion does not hold, and the smallest changes after which it would.",
      description =
          "The answer of plumbline explain --why-not -o json (docs/explain.md)."
              + " Changes are tried on a copy of the facts; nothing is changed.")
  @APIResponse(
      responseCode = "200",
      description = "The first condition of every rule that is not met, and tried changes.",
      content = @Content(schema = @Schema(ref = "WhyNot")))
  public Documents.Written whyNot(
      @Parameter(
              description =
                  "The conclusion, such as InstanceTypeUsable nodePool=gpu instanceType=g5g.xlarge;"
                      + " fields may be left out.")
          @QueryParam("conclusion")
          @Nullable String conclusion,
      @Parameter(description = AT) @QueryParam("at") @Nullable String at,
      @Parameter(
              description =
                  "How long changes are tried, from 1s to 10s: longer finds more, such as changes"
                      + " of a parameter that thousands of nodes depend on. Else 70 ms.")
          @QueryParam("timeout")
          @Nullable String timeoutText) {
    Duration timeout = timeout(timeoutText);
    Budget budget = Budget.of(timeout == null ? TIMEOUT : timeout);
    Goal goal = goal(conclusion);
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return cache.recorded(
          current.rules(),
          log.log(),
          time,
          (moment, explanations, trial) ->
              document(
                  head(moment),
                  json ->
                      write(
                          explanations.notHeld(
                              goal,
                              explanations.absence(goal),
                              Copy.of(trial),
                              Budget.of(timeout == null ? RECORDED_TIMEOUT : timeout)),
                          explanations,
                          json)));
    }
    HostSnapshot live = current.live();
    Explanations explanations = cache.of(live);
    Absence absence = explanations.absence(goal);
    Search search =
        absence.held().isEmpty()
            ? cache.search(live, explanations, goal, absence, budget)
            : Search.NONE;
    return document(
        head(live), json -> write(explanations.notHeld(absence, search), explanations, json));
  }

  @GET
  @Path("explain/pods/{namespace}/{name}")
  @Operation(
      summary = "Why a pod still waits for a node, pool by pool.",
      description = "As plumbline explain pod -o json; 404 for a pod that waits for no node.")
  @APIResponse(
      responseCode = "200",
      description = "For each NodePool whether it could launch a node for the pod, or why not.",
      content = @Content(schema = @Schema(ref = "PodExplanation")))
  public Documents.Written explainPod(
      @Parameter(description = "Its namespace.") @PathParam("namespace") String namespace,
      @Parameter(description = "Its name.") @PathParam("name") String name) {
    HostSnapshot live = current.live();
    List<Fact> facts = live.facts().values().stream().flatMap(List::stream).toList();
    try {
      PodExplanation explanation =
          PodExplanation.of(facts, live.settlement(), namespace + "/" + name);
      return new Documents.Written(explanation::write);
    } catch (IllegalArgumentException e) {
      throw Problem.notFound(String.valueOf(e.getMessage()));
    }
  }

  private static void write(NotHeld answer, Explanations explanations, JsonGenerator json)
      throws IOException {
    answer.write(json);
    explanations.explained(answer.absence().held()).write(json);
  }

  private static @Nullable Duration timeout(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Duration timeout = Durations.parse(text);
    if (timeout == null || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw Problem.badRequest(
          "timeout: \"" + text + "\" is no duration from 1s to 10s. Try: timeout=5s.");
    }
    return timeout;
  }

  private static Goal goal(@Nullable String conclusion) {
    try {
      return Goal.of(conclusion == null ? "" : conclusion);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("conclusion: " + e.getMessage());
    }
  }

  private static Documents.Writing head(HostSnapshot live) {
    return json -> {
      json.writeNumberField("sequence", live.sequence());
      json.writeStringField("at", live.at().toString());
      json.writeStringField("rules", live.rules().digest());
    };
  }

  private static Documents.Writing head(Replay.Moment moment) {
    return json -> {
      json.writeNumberField("entry", moment.sequence());
      json.writeStringField("at", moment.at().toString());
      json.writeStringField("rules", moment.rules().digest());
    };
  }

  /** Renders immediately: the what-if session is valid only during the call. */
  private static Documents.Written document(Documents.Writing head, Documents.Writing rest) {
    return Documents.Written.now(
        json -> {
          json.writeStartObject();
          head.to(json);
          rest.to(json);
          json.writeEndObject();
        });
  }
}
