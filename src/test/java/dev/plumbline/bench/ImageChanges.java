package dev.plumbline.bench;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Tags;

/** An image turns available and back in a live session, where nearly everything hangs on it. */
final class ImageChanges {

  private static final int WARM_UP = BenchCase.WARM_UP * 4;
  private static final int ROUNDS = BenchCase.ROUNDS * 4;

  private ImageChanges() {}

  static void measure(BenchCase bench, Measured table) {
    Ami pending = null;
    for (Fact fact : bench.facts()) {
      if (fact instanceof Ami ami && ami.name().equals(BenchSnapshot.PENDING)) {
        pending = ami;
      }
    }
    if (pending == null) {
      throw new IllegalStateException("no image " + BenchSnapshot.PENDING);
    }
    try (RuleSession session = bench.rules().newSession()) {
      bench.facts().forEach(session::put);
      Settlement before = session.settle();
      flip(session, table, "newest golden image", pending, before);
      Ami other = inState(unselected(pending), "pending");
      session.put(other);
      before = session.settle();
      flip(session, table, "image no term selects", other, before);
    }
  }

  private static void flip(
      RuleSession session, Measured table, String what, Ami off, Settlement before) {
    Ami on = inState(off, "available");
    session.put(on);
    int changed = BenchCase.changed(before, session.settle());
    session.put(off);
    session.settle();
    double[] there = new double[ROUNDS];
    double[] back = new double[ROUNDS];
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      double available = Measured.millis(() -> putAndSettle(session, on));
      double pending = Measured.millis(() -> putAndSettle(session, off));
      if (i >= 0) {
        there[i] = available;
        back[i] = pending;
      }
    }
    table.times(what + " turns available (" + changed + " conclusions come or go)", there);
    table.times(what + " turns pending again", back);
  }

  private static Settlement putAndSettle(RuleSession session, Ami ami) {
    session.put(ami);
    return session.settle();
  }

  /** One that no term names. */
  private static Ami unselected(Ami ami) {
    return new Ami(
        "ami-unselected",
        "unselected",
        ami.state(),
        null,
        ami.architecture(),
        "999999999999",
        null,
        ami.creationDate(),
        null,
        Tags.NONE,
        ami.virtualizationType(),
        ami.rootDeviceType(),
        ami.rootDeviceName(),
        ami.rootSnapshotGiB(),
        ami.enaSupport(),
        ami.bootMode(),
        ami.platform(),
        null);
  }

  static Ami inState(Ami ami, String state) {
    return new Ami(
        ami.id(),
        ami.name(),
        state,
        null,
        ami.architecture(),
        ami.ownerId(),
        ami.ownerAlias(),
        ami.creationDate(),
        ami.deprecationTime(),
        ami.tags(),
        ami.virtualizationType(),
        ami.rootDeviceType(),
        ami.rootDeviceName(),
        ami.rootSnapshotGiB(),
        ami.enaSupport(),
        ami.bootMode(),
        ami.platform(),
        null);
  }
}
