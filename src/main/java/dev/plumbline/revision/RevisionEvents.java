package dev.plumbline.revision;

import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;

/** What happens to revisions, for logs and metrics. Must not wait. */
public interface RevisionEvents {

  /** Nobody listens. */
  RevisionEvents NONE = new RevisionEvents() {};

  /**
   * A revision has got past a stage.
   *
   * @param stage received, linted, compiled, tested, previewed, judged, recorded, active
   */
  default void passed(Revision revision, String stage) {}

  /**
   * All scenarios of a revision pass.
   *
   * @param files how many files of scenarios it has
   * @param ran how many scenarios ran: those of other files have passed with the same text before
   */
  default void tested(Revision revision, int files, int ran) {}

  /**
   * A revision goes no further for now.
   *
   * @param stage the one that it did not get past
   * @param outcome rejected, held, superseded, failed
   */
  default void stopped(Revision revision, String stage, String outcome, List<String> reasons) {}

  /**
   * A revision serves.
   *
   * @param how first, activated, rolled-back, followed
   * @param took since it was offered
   */
  default void serves(Revision revision, String how, Duration took) {}

  /**
   * A revision serves on exactly the facts and objects that it was previewed on, so that its
   * preview can be held against what followed.
   *
   * @param kept whether it changed what its preview said, all of that and nothing else
   */
  default void predicted(Revision revision, boolean kept) {}

  /** All of them, in this order. */
  static RevisionEvents all(List<? extends RevisionEvents> listeners) {
    List<RevisionEvents> all = List.copyOf(listeners);
    return new RevisionEvents() {
      @Override
      public void passed(Revision revision, String stage) {
        all.forEach(each -> each.passed(revision, stage));
      }

      @Override
      public void tested(Revision revision, int files, int ran) {
        all.forEach(each -> each.tested(revision, files, ran));
      }

      @Override
      public void stopped(Revision revision, String stage, String outcome, List<String> reasons) {
        all.forEach(each -> each.stopped(revision, stage, outcome, reasons));
      }

      @Override
      public void serves(Revision revision, String how, Duration took) {
        all.forEach(each -> each.serves(revision, how, took));
      }

      @Override
      public void predicted(Revision revision, boolean kept) {
        all.forEach(each -> each.predicted(revision, kept));
      }
    };
  }

  /** One line a stage, with the revision and who wrote it. */
  public static final class Log implements RevisionEvents {

    private static final Logger LOG = Logger.getLogger(Log.class);

    @Override
    public void passed(Revision revision, String stage) {
      LOG.infof("Revision passed: stage=%s %s", stage, describe(revision));
    }

    @Override
    public void stopped(Revision revision, String stage, String outcome, List<String> reasons) {
      LOG.warnf(
          "Revision stopped: outcome=%s stage=%s %s reasons=%s",
          outcome, stage, describe(revision), reasons);
    }

    @Override
    public void serves(Revision revision, String how, Duration took) {
      LOG.infof(
          "Revision serves: how=%s %s approvedBy=%s millis=%d",
          how, describe(revision), revision.approvedBy(), took.toMillis());
    }

    @Override
    public void predicted(Revision revision, boolean kept) {
      if (!kept) {
        LOG.errorf("Revision changed other things than its preview said: %s", describe(revision));
      }
    }

    private static String describe(Revision revision) {
      return "digest=%s origin=\"%s\" author=%s changeRef=%s"
          .formatted(
              revision.digest(),
              revision.offer().origin(),
              revision.offer().author(),
              revision.offer().changeRef());
    }
  }
}
