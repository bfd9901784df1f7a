package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import java.util.Map;
import java.util.TreeMap;

/** Rules swapped in a running host in every way there is: what a closed world must bear. */
public final class ReloadRun {

  private ReloadRun() {}

  /** Linted, compiled, tested, previewed, swapped, refused, held, approved and rolled back. */
  public static String run() {
    var store = new RevisionStore.InMemory();
    try (var rig = new RevisionRig(store, null)) {
      RuleOffer two = RevisionRig.overlay("two");
      rig.serves(RevisionRig.overlay("one"));
      rig.serves(two);
      rig.stops(
          RevisionRig.with(RevisionRig.overlay("three"), "x.drl", "package rules.x rule"),
          RevisionState.REJECTED);
      RuleOffer held = RevisionRig.without("three");
      rig.stops(held, RevisionState.HELD);
      rig.serves(
          RevisionRig.approved(held, new TreeMap<>(Map.of(RevisionRig.digest(held), "bob"))));
      store.ask(
          new RevisionRequest(
              "r",
              RevisionRequest.Kind.ROLLBACK,
              RevisionRig.digest(two),
              "ann",
              RevisionRequest.Proof.CLAIM,
              RevisionRig.NOW));
      return "reloaded " + RevisionRig.versions(rig.served(two));
    }
  }
}
