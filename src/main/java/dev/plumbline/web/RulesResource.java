package dev.plumbline.web;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.HostSnapshot;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The rules in use: what each states, its text, and what it concludes now. */
@Path("/api/v1/rules")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Status")
class RulesResource {

  /** The maximum of listed conclusions per rule; the rest is only counted. */
  private static final int MAX_LISTED = 100;

  /** A message that a rule says. */
  private static final Pattern MESSAGE = Pattern.compile("\\bmessage\\( *\"([a-z][a-z0-9-]*)\"");

  private static final String CONTROLS = "The controls it serves, comma-separated.";

  private final Current current;

  RulesResource(Current current) {
    this.current = current;
  }

  record Rules(
      @Schema(description = "SHA-256 of the exact text.") String digest,
      int total,
      List<RuleSummary> items,
      @Schema(description = "Those that are switched off, sorted by id.") List<RuleOff> off) {}

  record RuleSummary(
      String id,
      @Schema(description = "The finding it states.") String name,
      @Schema(description = CONTROLS) String control,
      @Schema(enumeration = {"info", "low", "medium", "high", "critical"}) String severity,
      String file,
      int line) {

    static RuleSummary of(Rule rule) {
      return new RuleSummary(
          rule.id(), rule.name(), rule.control(), rule.severity(), rule.file(), rule.line());
    }
  }

  record RuleOff(
      String id,
      @Schema(description = "The finding it states.") String name,
      @Schema(description = CONTROLS) String control,
      @Schema(enumeration = {"info", "low", "medium", "high", "critical"}) String severity,
      String file,
      int line,
      @Schema(description = "Who is responsible for switching it off.") String owner,
      String reason) {

    static RuleOff of(Rule rule, RuleSwitchedOff by) {
      return new RuleOff(
          rule.id(),
          rule.name(),
          rule.control(),
          rule.severity(),
          rule.file(),
          rule.line(),
          by.owner(),
          by.reason());
    }
  }

  @GET
  @Operation(summary = "The rules in use, sorted by id.")
  public Rules rules() {
    HostSnapshot live = current.live();
    List<Rule> off = live.rules().rulesOff();
    return new Rules(
        live.rules().digest(),
        live.rules().rules().size(),
        live.rules().rules().stream().map(RuleSummary::of).toList(),
        IntStream.range(0, off.size())
            .mapToObj(i -> RuleOff.of(off.get(i), live.rules().switchedOff().get(i)))
            .toList());
  }

  record RuleHits(
      @Schema(description = "The number of conclusions by the id of a rule.")
          Map<String, Integer> hits) {}

  @GET
  @Path("hits")
  @Operation(
      summary = "The number of conclusions that follow by each rule now.",
      description = "Rules without any are left out.")
  public RuleHits ruleHits() {
    return new RuleHits(current.live().settlement().countsByRule());
  }

  record RuleText(
      String id,
      @Schema(description = "The finding it states.") String name,
      @Schema(description = CONTROLS) String control,
      @Schema(enumeration = {"info", "low", "medium", "high", "critical"}) String severity,
      String file,
      int line,
      @Schema(description = "Whether it is switched off.") boolean off,
      @Schema(description = "The digest of the rules.") String digest,
      @Schema(
              description =
                  "Its text in the file, from its header to its end, and the templates of its"
                      + " messages.")
          String text,
      @Schema(description = "The number of conclusions that follow by it now.") int hits,
      @Schema(description = "At most 100 of them.")
          List<SettlementResource.ConclusionDocument> conclusions) {}

  @GET
  @Path("{id}")
  @Operation(summary = "One rule: its text, and what it concludes now.")
  public RuleText rule(
      @Parameter(description = "Its id, such as AMI-005.") @PathParam("id") String id) {
    HostSnapshot live = current.live();
    Rule off = named(live.rules().rulesOff(), id);
    Rule found = off == null ? named(live.rules().rules(), id) : off;
    if (found == null) {
      List<String> ids =
          Stream.concat(live.rules().rules().stream(), live.rules().rulesOff().stream())
              .map(Rule::id)
              .toList();
      throw Problem.notFound("there is no rule " + id + ". " + Nearest.suggestion(id, ids));
    }
    List<Conclusion> conclusions =
        live.settlement().all().stream()
            .filter(each -> each.rules().contains(found.id()))
            .<Conclusion>map(Concluded::conclusion)
            .toList();
    return new RuleText(
        found.id(),
        found.name(),
        found.control(),
        found.severity(),
        found.file(),
        found.line(),
        off != null,
        live.rules().digest(),
        text(live, found),
        conclusions.size(),
        conclusions.stream()
            .limit(MAX_LISTED)
            .map(SettlementResource.ConclusionDocument::of)
            .toList());
  }

  private static String text(HostSnapshot live, Rule rule) {
    String file = live.rules().files().text(rule.file());
    if (file == null) {
      return "";
    }
    var lines = new ArrayList<String>();
    boolean row = rule.file().endsWith(RuleFiles.MEASURES);
    for (String line : file.lines().skip(rule.line() - 1L).toList()) {
      if (row && !lines.isEmpty() && !line.startsWith("    ")) {
        break;
      }
      lines.add(line);
      if (line.strip().equals("end")) {
        break;
      }
    }
    String text = String.join("\n", lines) + "\n";
    return text + messages(live.rules().files(), rule.file(), text);
  }

  /** The templates that a rule says, as comments: the text of a message is not in the rule. */
  static String messages(RuleFiles files, String file, String rule) {
    String templates = files.text(RuleFiles.messagesOf(file));
    if (templates == null) {
      return "";
    }
    var text = new StringBuilder();
    Matcher said = MESSAGE.matcher(rule);
    while (said.find()) {
      Matcher template =
          Pattern.compile("(?m)^" + said.group(1) + ":.*(\n +.*)*").matcher(templates);
      if (template.find()) {
        template.group().lines().forEach(line -> text.append("// ").append(line).append('\n'));
      }
    }
    return text.toString();
  }

  private static @Nullable Rule named(List<Rule> rules, String id) {
    return rules.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
  }
}
