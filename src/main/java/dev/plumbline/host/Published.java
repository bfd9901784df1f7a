package dev.plumbline.host;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the host puts what it knows for those who read. */
@ApplicationScoped
public class Published {

  private static final Standing NONE =
      new Standing(false, false, true, List.of("nothing has settled yet"));

  private volatile @Nullable Live now;
  private volatile Supplier<Standing> standing = () -> NONE;
  private volatile Supplier<LogStanding> log = () -> LogStanding.NONE;
  private volatile IntSupplier queued = () -> 0;

  /** The newest; null before the first settlement. */
  public @Nullable Live now() {
    return now;
  }

  /** How the host is; before there is one, neither started nor ready. */
  public Standing status() {
    return standing.get();
  }

  /** How many owners have told something that the host has not taken yet. */
  public int queued() {
    return queued.getAsInt();
  }

  /** How it stands with the decision log. */
  public LogStanding log() {
    return log.get();
  }

  /** Where the one who records tells how it stands; asked from any thread. */
  public void log(Supplier<LogStanding> standing) {
    log = standing;
  }

  void put(Live live) {
    now = live;
  }

  /** Where the host tells how it is; both are asked from any thread. */
  void host(Supplier<Standing> standing, IntSupplier queued) {
    this.standing = standing;
    this.queued = queued;
  }
}
