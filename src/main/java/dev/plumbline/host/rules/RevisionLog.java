package dev.plumbline.host.rules;

import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;

/** One line a stage, with the revision and who wrote it. */
public final class RevisionLog implements RevisionEvents {

  private static final Logger LOG = Logger.getLogger(RevisionLog.class);

  @Override
  public void passed(Revision revision, String stage) {
    LOG.infof("Revision passed: stage=%s %s", stage, told(revision));
  }

  @Override
  public void stopped(Revision revision, String stage, String outcome, List<String> reasons) {
    LOG.warnf(
        "Revision stopped: outcome=%s stage=%s %s reasons=%s",
        outcome, stage, told(revision), reasons);
  }

  @Override
  public void serves(Revision revision, String how, Duration took) {
    LOG.infof(
        "Revision serves: how=%s %s approvedBy=%s millis=%d",
        how, told(revision), revision.approvedBy(), took.toMillis());
  }

  @Override
  public void foretold(Revision revision, boolean kept) {
    if (!kept) {
      LOG.errorf("Revision changed other things than its preview said: %s", told(revision));
    }
  }

  private static String told(Revision revision) {
    return "digest=%s origin=\"%s\" author=%s changeRef=%s"
        .formatted(
            revision.digest(),
            revision.offer().origin(),
            revision.offer().author(),
            revision.offer().changeRef());
  }
}
