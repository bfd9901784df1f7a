package dev.plumbline.cli.audit;

import dev.plumbline.fleet.Fleet;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.FleetChanges;
import dev.plumbline.fleet.FleetJson;
import dev.plumbline.language.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/** Reads a fleet again and again, and prints what changed: a line each. */
final class FleetFollow {

  private final Fleet fleet;
  private final Duration maxAge;
  private final boolean json;
  private FleetStatus last;
  private String fault = "";

  FleetFollow(Fleet fleet, FleetStatus first, Duration maxAge, boolean json) {
    this.fleet = fleet;
    this.last = first;
    this.maxAge = maxAge;
    this.json = json;
  }

  /** Every cluster, as one that was found. */
  void all(PrintWriter out) {
    var nothing = new FleetStatus(last.at(), List.of(), Set.of());
    print(FleetChanges.between(nothing, last, maxAge), last.at(), out);
  }

  /** Reads once. Where the logs cannot be listed, says so once, and goes on with the next look. */
  void look(PrintWriter out, PrintWriter err) {
    try {
      FleetStatus now = fleet.read();
      fault = "";
      print(FleetChanges.between(last, now, maxAge), now.at(), out);
      last = now;
    } catch (IOException | InvalidInputException e) {
      String message = String.valueOf(e.getMessage());
      if (!message.equals(fault)) {
        fault = message;
        err.println("plumbline: " + message + " (trying again)");
        err.flush();
      }
    }
  }

  private void print(List<FleetChanges> changes, Instant at, PrintWriter out) {
    for (FleetChanges each : changes) {
      if (json) {
        out.print(FleetJson.of(each, at, maxAge) + "\n");
      } else {
        for (String change : each.changes()) {
          out.print(at.truncatedTo(ChronoUnit.SECONDS) + "  " + each.cluster() + "  " + change);
          out.print("\n");
        }
      }
    }
    out.flush();
  }
}
