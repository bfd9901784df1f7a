package dev.plumbline.loop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shares the latest snapshot and status of the host with readers. Thread-safe. */
@ApplicationScoped
public class HostState {

  private static final HostStatus NONE =
      new HostStatus(false, false, true, List.of("nothing has settled yet"));

  private volatile @Nullable HostSnapshot now;
  private volatile Supplier<HostStatus> status = () -> NONE;
  private volatile Supplier<LogStatus> log = () -> LogStatus.NONE;
  private volatile IntSupplier queued = () -> 0;

  /** The latest snapshot; null before the first settlement. */
  public @Nullable HostSnapshot now() {
    return now;
  }

  /** The status of the host; neither started nor ready before it exists. */
  public HostStatus status() {
    return status.get();
  }

  /** The number of owners with updates that the host has not processed yet. */
  public int queued() {
    return queued.getAsInt();
  }

  public LogStatus log() {
    return log.get();
  }

  /** Registers the recorder's status; called from any thread. */
  public void log(Supplier<LogStatus> status) {
    log = status;
  }

  void put(HostSnapshot live) {
    now = live;
  }

  /** Registers the host's status and queue length; both are called from any thread. */
  void host(Supplier<HostStatus> status, IntSupplier queued) {
    this.status = status;
    this.queued = queued;
  }
}
