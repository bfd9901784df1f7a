package dev.plumbline.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A log of many small decisions and outcomes, as a cluster of some pools makes them. */
public final class RandomLog {

  private static final List<String> ACTIONS = List.of("PinAmis", "HoldDisruption", "Report");
  private static final List<String> RESULTS = List.of("done", "unchanged", "failed");

  private RandomLog() {}

  /** Appends so many entries, about one a second; now and then the clock is set back. */
  public static void append(DecisionLog log, SplittableRandom random, Instant begin, int entries) {
    var drafts = new ArrayList<Draft>();
    for (int i = 0; i < entries; i++) {
      long at = random.nextInt(50) == 0 ? Math.max(0, i - 30) : i;
      drafts.add(draft(random, begin.plusSeconds(at)));
      if (drafts.size() == 1_000 || i == entries - 1) {
        log.append(drafts);
        drafts.clear();
      }
    }
  }

  private static Draft draft(SplittableRandom random, Instant at) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (random.nextInt(20) == 0) {
      body.put("action", one(ACTIONS, random)).put("result", one(RESULTS, random));
      body.putObject("object").put("kind", "NodePool").put("name", "pool-" + random.nextInt(50));
      return new Draft(at, EntryKind.OUTCOME, body);
    }
    ObjectNode facts = body.putObject("facts");
    facts.putArray("put").addObject().putObject("EvaluationTime").put("instant", at.toString());
    facts
        .withArray("put")
        .addObject()
        .putObject("Node")
        .put("name", "node-" + random.nextInt(2_000));
    facts.putArray("removed");
    ObjectNode added = body.putObject("conclusions").putArray("added").addObject();
    added
        .putObject("conclusion")
        .put("type", "NodePoolOrder")
        .put("nodePool", "pool-" + random.nextInt(50));
    added.putArray("because").addObject().put("rule", "R-" + (100 + random.nextInt(200)));
    body.putObject("actions").putArray("planned");
    return new Draft(at, EntryKind.DECISION, body);
  }

  /** A body in which a rule concluded something. */
  static ObjectNode concluded(String rule) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode added = body.putObject("conclusions").putArray("added").addObject();
    added.putObject("conclusion").put("type", "AmiEligible").put("ami", "ami-1");
    added.putArray("because").addObject().put("rule", rule);
    return body;
  }

  /** A question of which something may be found. */
  static EntryFilter question(SplittableRandom random, Instant begin, int entries) {
    Instant from = random.nextBoolean() ? begin.plusSeconds(random.nextInt(entries)) : null;
    Instant to = random.nextBoolean() ? begin.plusSeconds(random.nextInt(entries)) : null;
    EntryFilter.About about =
        switch (random.nextInt(4)) {
          case 0 -> EntryFilter.About.object("NodePool/pool-" + random.nextInt(60));
          case 1 ->
              new EntryFilter.About(
                  null, "R-" + (100 + random.nextInt(210)), null, null, null, null);
          case 2 ->
              new EntryFilter.About(
                  null, null, null, one(ACTIONS, random), one(RESULTS, random), null);
          default -> EntryFilter.About.object("Node/node-" + random.nextInt(2_000));
        };
    EntryKind kind =
        random.nextInt(3) == 0
            ? EntryKind.values()[random.nextInt(EntryKind.values().length)]
            : null;
    return new EntryFilter(from, to, kind, about);
  }

  private static String one(List<String> of, SplittableRandom random) {
    return of.get(random.nextInt(of.size()));
  }
}
