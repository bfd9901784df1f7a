package dev.plumbline.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** The leader election: only the leader acts. */
@ConfigMapping(prefix = "plumbline.leader")
public interface LeaderSettings {

  /** Whether there may be several replicas; otherwise this one always acts. */
  @WithDefault("true")
  boolean election();

  /** The name of the Lease. */
  @WithDefault("plumbline")
  String lease();

  /**
   * The namespace of the Lease; default: POD_NAMESPACE, the namespace of the service account, or
   * default.
   */
  Optional<String> namespace();

  /** The identity of this replica; default: POD_NAME, or the host name. */
  Optional<String> identity();

  /** How long other replicas wait before they acquire a lease that is not renewed. */
  @WithDefault("15s")
  Duration leaseDuration();

  /** How long after its last renewal a leader stops acting. */
  @WithDefault("10s")
  Duration renewDeadline();

  /** How often to try to acquire or renew the lease. */
  @WithDefault("2s")
  Duration retryPeriod();
}
