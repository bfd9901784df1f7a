package dev.plumbline.host;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.plan.Diff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Logs what is planned, once for as long as it stays the same. */
final class PlanLog implements HostEvents {

  private static final Logger LOG = Logger.getLogger(PlanLog.class);

  private Map<String, Action> before = Map.of();

  @Override
  public void settled(Live live, Duration took, int changes) {
    var now = new HashMap<String, Action>();
    for (Action action : live.plan().actions()) {
      if (action.kind() != ActionKind.REPORT) {
        String key = action.kind().wire() + " " + action.object().key();
        now.put(key, action);
        if (!says(action).equals(says(before.get(key)))) {
          LOG.info(says(action));
        }
      }
    }
    before = now;
  }

  private static String says(@Nullable Action action) {
    if (action == null) {
      return "";
    }
    String what =
        action.held() != null ? "Held" : action.due() ? "To be changed" : "Would be changed";
    return "%s: kind=%s object=%s %sdiff=%s"
        .formatted(
            what,
            action.kind().wire(),
            action.object().key(),
            action.held() == null ? "" : "why=\"" + action.held() + "\" ",
            Diff.lines(action.change()));
  }
}
