package dev.plumbline.host.rules;

import java.util.Map;
import java.util.TreeMap;

/** Rules swapped in a running host in every way there is: what a closed world must bear. */
public final class ReloadRun {

  private ReloadRun() {}

  /** Linted, compiled, tested, previewed, swapped, refused, held, approved and rolled back. */
  public static String run() {
    var store = new RevisionStore.InMemory();
    try (var rig = new Rig(store, null)) {
      RuleOffer two = Rig.overlay("two");
      rig.serves(Rig.overlay("one"));
      rig.serves(two);
      rig.stops(
          Rig.with(Rig.overlay("three"), "x.drl", "package rules.x rule"), RevisionState.REJECTED);
      RuleOffer held = Rig.without("three");
      rig.stops(held, RevisionState.HELD);
      rig.serves(Rig.approved(held, new TreeMap<>(Map.of(Rig.digest(held), "bob"))));
      store.ask(
          new RevisionRequest("r", RevisionRequest.Kind.ROLLBACK, Rig.digest(two), "ann", Rig.NOW));
      return "reloaded " + Rig.versions(rig.served(two));
    }
  }
}
