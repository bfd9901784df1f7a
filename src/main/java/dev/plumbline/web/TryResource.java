package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleTemplate;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.trial.TrialEffects;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialRequest.TrialFacts;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Tries rules that somebody is writing, in the process for trials; nothing of them is kept. */
@Path("/api/v1/rules/try")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "What if")
class TryResource {

  private static final int MAX_FILES = 20;

  /** Of a key of a ConfigMap. */
  private static final int MAX_NAME = 253;

  private static final String PARAMETERS = "parameters.yaml";

  /** A key of a ConfigMap. */
  private static final Pattern FILE = Pattern.compile("[-._a-zA-Z0-9]+");

  private static final String ADVICE =
      " Try: {\"files\": {\"mine.drl\": \"…\", \"mine.scenarios.yaml\": \"…\"}}.";

  private final Current current;
  private final Trials trials;
  private final EvaluationPermits permits;
  private final Access access;

  TryResource(Current current, Trials trials, EvaluationPermits permits, Access access) {
    this.access = access;
    this.current = current;
    this.trials = trials;
    this.permits = permits;
  }

  record RulesToTry(
      @Schema(description = "The text of each file by its name: rules, messages, scenarios, data.")
          @Nullable Map<String, @Nullable String> files) {}

  record Tried(
      @Schema(description = "Of the settlement whose facts it was tried on.") long sequence,
      Instant at,
      @Schema(description = "Whether all stages were passed.") boolean passed,
      @Schema(
              description = "The last stage, or the one that was not passed.",
              enumeration = {"received", "linted", "compiled", "tested", "previewed", "tried"})
          String stage,
      @Schema(description = "Why it was not passed, one line each.") List<String> problems,
      @Schema(description = "Of the linter, one line each.") List<String> warnings,
      @Schema(description = "How many scenarios were run: those of the posted files.")
          int scenarios,
      @Schema(
              description =
                  "What would change if they were active: for each type of conclusion how many"
                      + " there are, and those added, removed and changed, at most 50 of each.",
              type = SchemaType.ARRAY,
              implementation = Object.class)
          JsonNode conclusions) {

    static Tried of(HostSnapshot live, TrialVerdict verdict) {
      TrialEffects effects = verdict.effects();
      return new Tried(
          live.sequence(),
          live.at(),
          verdict.passed(),
          verdict.stage(),
          verdict.reasons(),
          effects == null ? List.of() : effects.warnings(),
          verdict.tested().ran(),
          effects == null ? TrialEffects.NONE.conclusions() : effects.conclusions());
    }
  }

  record Templates(
      List<Template> items,
      @Schema(
              description =
                  "The active values of parameters, as their file has them; may be empty.")
          String parameters) {}

  record Template(
      String name,
      @Schema(description = "What its rule is about.") String about,
      @Schema(description = "The text of each file by its name.") Map<String, String> files) {}

  @GET
  @Operation(
      summary = "Rules to begin with, each with its scenarios and a parameter.",
      description = "The templates of plumbline rules new, with an id that is not in use.")
  public Templates ruleTemplates() {
    RuleFiles there = current.live().rules().files();
    String id = RuleTemplate.freeId("TEAM", RuleTemplate.usedIds(there));
    return new Templates(
        Stream.of(RuleTemplate.values())
            .map(
                each ->
                    new Template(
                        each.wire(),
                        each.about(),
                        each.files(free(each.wire(), there), id == null ? "TEAM-999" : id, there)))
            .toList(),
        Objects.requireNonNullElse(there.overlay().get(PARAMETERS), ""));
  }

  /** What files can be called without replacing one that is active. */
  private static String free(String name, RuleFiles there) {
    String stem = name;
    while (there.text(stem + ".drl") != null) {
      stem = "my-" + stem;
    }
    return stem;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Tries rules that somebody is writing on what is live; nothing of them is kept.",
      description =
          "They are laid over the active rules in the process for trials: linted, compiled, their"
              + " scenarios run, and settled on the facts of now. Who may do so is who may have a"
              + " snapshot evaluated.")
  public Tried tryRules(
      @Nullable RulesToTry written,
      @Parameter(hidden = true) @Context HttpHeaders headers,
      @Parameter(hidden = true) @Context RoutingContext context)
      throws InterruptedException {
    String client = permits.client(context, headers, access);
    SortedMap<String, String> files = files(written);
    HostSnapshot live = current.live();
    var overlay = new TreeMap<>(live.rules().files().overlay());
    overlay.putAll(files);
    try {
      var unused = RuleFiles.over(overlay, "");
    } catch (InvalidRulesException e) {
      return Tried.of(
          live, TrialVerdict.refused("received", String.valueOf(e.getMessage()).lines().toList()));
    }
    permits.enter(client);
    try {
      TrialVerdict verdict =
          trials.tried(
              new TrialRequest(
                  overlay,
                  "",
                  files.keySet(),
                  live.rules().files().overlay(),
                  TrialFacts.of(live, Evaluation.with(live.rules())),
                  SettleLimits.DEFAULT));
      if (verdict == null) {
        throw Problem.other(
            503,
            "Service unavailable",
            "there is no process for trials here. Try: plumbline test and plumbline diff on the"
                + " command line, or set plumbline.trial.process to true.");
      }
      return Tried.of(live, verdict);
    } finally {
      permits.leave(client);
    }
  }

  private static SortedMap<String, String> files(@Nullable RulesToTry written) {
    Map<String, @Nullable String> files = written == null ? null : written.files();
    if (files == null || files.isEmpty()) {
      throw Problem.badRequest("there are no files to try." + ADVICE);
    }
    if (files.size() > MAX_FILES) {
      throw Problem.badRequest(
          files.size() + " files are too many. Try: at most " + MAX_FILES + ".");
    }
    var read = new TreeMap<String, String>();
    files.forEach(
        (name, text) -> {
          if (name.length() > MAX_NAME) {
            throw Problem.badRequest(
                "files: a name has "
                    + name.length()
                    + " characters. Try: at most "
                    + MAX_NAME
                    + ".");
          }
          if (text == null || !FILE.matcher(name).matches() || !RuleFiles.isMeant(name)) {
            throw Problem.badRequest(
                "files: \""
                    + name
                    + "\" is no file of rules, scenarios, messages or data."
                    + ADVICE);
          }
          read.put(name, text);
        });
    return read;
  }
}
