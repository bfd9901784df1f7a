package dev.plumbline.rehearsal;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of nodes that boot an image.
 *
 * @param failure null for an image whose nodes are healthy
 * @param after for failures that begin later, how long they are healthy before; else zero
 * @param probability of a node to fail, from 0 to 1; the others are healthy
 */
public record ImageBehavior(@Nullable Failure failure, Duration after, double probability) {

  public static final ImageBehavior HEALTHY = new ImageBehavior(null, Duration.ZERO, 0);

  /** How a node fails. */
  public enum Failure {
    /** The instance runs and never joins. */
    NEVER_REGISTERED,
    /** The node joins and stays NotReady. */
    NEVER_READY,
    /** The node is Ready for a time and NotReady from then on. */
    NOT_READY,
    /** As {@link #NOT_READY}, and Ready again for a tenth of a second at once. */
    FLICKERS,
    /** The node stays Ready; after a time the pod of a DaemonSet on it starts anew for ever. */
    DAEMON_SET_FAILS
  }

  /**
   * Reads {@code never}, {@code unregistered}, {@code 100s}, {@code 6h} or {@code 6h/0.1}, where
   * the part after the slash is the probability.
   *
   * @throws IllegalArgumentException when it is none of these
   */
  public static ImageBehavior of(String text) {
    int slash = text.indexOf('/');
    double probability = slash < 0 ? 1 : Double.parseDouble(text.substring(slash + 1));
    String what = slash < 0 ? text : text.substring(0, slash);
    return switch (what) {
      case "never" -> new ImageBehavior(Failure.NEVER_READY, Duration.ZERO, probability);
      case "unregistered" ->
          new ImageBehavior(Failure.NEVER_REGISTERED, Duration.ZERO, probability);
      default ->
          new ImageBehavior(
              Failure.NOT_READY, Duration.parse("PT" + what.toUpperCase(Locale.ROOT)), probability);
    };
  }
}
