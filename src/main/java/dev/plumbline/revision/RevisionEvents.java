package dev.plumbline.revision;

import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;

/** Listener for the life cycle of revisions. Methods must not block. */
public interface RevisionEvents {

  RevisionEvents NONE = new RevisionEvents() {};

  /**
   * A revision has passed a stage.
   *
   * @param stage received, linted, compiled, tested, previewed, judged, recorded, active
   */
  default void passed(Revision revision, String stage) {}

  /**
   * All scenarios of a revision pass.
   *
   * @param ran the number of scenarios that ran; the results of the others were cached
   */
  default void tested(Revision revision, int files, int ran) {}

  default void stopped(Revision revision, String stage, String outcome, List<String> reasons) {}

  /**
   * A revision is active.
   *
   * @param how first, activated, rolled-back, followed
   */
  default void serves(Revision revision, String how, Duration took) {}

  /**
   * A revision serves on exactly the facts and objects that it was previewed on, so that its
   * preview can be held against what followed.
   */
  default void predicted(Revision revision, boolean kept) {}

  /** Notifies all listeners, in this order. */
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
          "Revision active: how=%s %s approvedBy=%s millis=%d",
          how, describe(revision), revision.approvedBy(), took.toMillis());
    }

    @Override
    public void predicted(Revision revision, boolean kept) {
      if (!kept) {
        LOG.errorf("Revision did not match its preview: %s", describe(revision));
      }
    }

    private static String describe(Revision revision) {
      return "digest=%s origin=\"%s\" author=%s changeRef=%s"
          .formatted(
              revision.brief(),
              revision.offer().origin(),
              revision.offer().author(),
              revision.offer().changeRef());
    }
  }
}
