package dev.plumbline.audit.export;

import dev.plumbline.audit.LogHead;
import dev.plumbline.audit.ask.Judged;
import java.time.Instant;
import java.util.List;

/**
 * What is given to other tools.
 *
 * @param head where the log stands
 * @param from the beginning of the time it is about
 * @param to its end
 * @param version of the program
 * @param controls the controls that the rules serve, sorted
 * @param findings what was found then, by when it opened
 */
public record Exported(
    LogHead head,
    Instant from,
    Instant to,
    String version,
    List<String> controls,
    List<Judged> findings) {

  /** The name of the log: the last part of its origin. */
  String name() {
    return head.origin().substring(head.origin().lastIndexOf('/') + 1);
  }

  /** The entry that opened a finding, as people are shown it: {@code production/17}. */
  String decision(Judged each) {
    return name() + "/" + each.span().openedBy();
  }
}
