package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change.Say;
import dev.plumbline.action.Plan;
import dev.plumbline.action.WriteFaultException;
import dev.plumbline.action.Written;
import dev.plumbline.conclusion.Finding;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says what is found of an object: as Events on it, and in its report where reports are served. */
public final class Announcer {

  private final ApiServer server;
  private final Events events;
  private final Reports reports;
  private final Duration repeat;
  private final Supplier<Provenance> provenance;
  private final InstantSource clock;
  private final Map<ObjectRef, Spoken> spoken = new HashMap<>();

  /** What was said of one object in full, and when. */
  private record Spoken(List<Finding> findings, String ruleDigest, Instant at) {}

  /**
   * One who has said nothing yet.
   *
   * @param repeat how long before the same is said again, and before a report is looked at again
   * @param instance who says it: the name of the pod
   * @param provenance what reports are from, now
   */
  public Announcer(
      ApiServer server,
      Duration repeat,
      String instance,
      Supplier<Provenance> provenance,
      InstantSource clock) {
    this.server = server;
    this.events = new Events(server, repeat, instance, clock);
    this.reports = new Reports(server, repeat, provenance, clock);
    this.repeat = repeat;
    this.provenance = provenance;
    this.clock = clock;
  }

  /**
   * Says it, if it is not said yet. Where nothing is found, the report goes.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef subject, Say change) {
    var now = new Spoken(change.findings(), provenance.get().ruleDigest(), clock.instant());
    if (isSpoken(spoken.get(subject), now)) {
      return Written.UNCHANGED;
    }
    var said = new Said(subject, null, change.findings());
    if (!change.findings().isEmpty() && Said.isObject(subject)) {
      JsonNode object = server.get(subject);
      if (object == null) {
        // It has gone: nothing is to be said of it any more.
        said = said.nothing();
      } else {
        said = new Said(subject, uid(object), change.findings());
      }
    }
    boolean written = events.say(said);
    written |= reports.say(said);
    if (said.findings().isEmpty()) {
      spoken.remove(subject);
    } else {
      spoken.put(subject, now);
    }
    return written ? Written.DONE : Written.UNCHANGED;
  }

  /** What has a report and is not spoken of in {@code plan}. */
  public List<Action> leftovers(Plan plan) {
    return reports.leftovers(plan);
  }

  private boolean isSpoken(@Nullable Spoken before, Spoken now) {
    return before != null
        && before.findings().equals(now.findings())
        && before.ruleDigest().equals(now.ruleDigest())
        && before.at().plus(repeat).isAfter(now.at());
  }

  private static @Nullable String uid(JsonNode object) {
    String uid = object.path("metadata").path("uid").asText();
    return uid.isEmpty() ? null : uid;
  }

  /**
   * What a report is from.
   *
   * @param ruleDigest the digest of the rules
   * @param decisionId which decision: the number of the settlement, or its id in the log
   */
  public record Provenance(String ruleDigest, String decisionId) {}
}
