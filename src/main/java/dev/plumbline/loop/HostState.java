package dev.plumbline.loop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the host puts what it knows for those who read. */
@ApplicationScoped
public class HostState {

  private static final HostStatus NONE =
      new HostStatus(false, false, true, List.of("nothing has settled yet"));

  private volatile @Nullable HostSnapshot now;
  private volatile Supplier<HostStatus> status = () -> NONE;
  private volatile Supplier<LogStatus> log = () -> LogStatus.NONE;
  private volatile IntSupplier queued = () -> 0;

  /** The newest; null before the first settlement. */
  public @Nullable HostSnapshot now() {
    return now;
  }

  /** How the host is; before there is one, neither started nor ready. */
  public HostStatus status() {
    return status.get();
  }

  /** How many owners have told something that the host has not taken yet. */
  public int queued() {
    return queued.getAsInt();
  }

  /** How it stands with the decision log. */
  public LogStatus log() {
    return log.get();
  }

  /** Where the one who records tells how it stands; asked from any thread. */
  public void log(Supplier<LogStatus> status) {
    log = status;
  }

  void put(HostSnapshot live) {
    now = live;
  }

  /** Where the host tells how it is; both are asked from any thread. */
  void host(Supplier<HostStatus> status, IntSupplier queued) {
    this.status = status;
    this.queued = queued;
  }
}
