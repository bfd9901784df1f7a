package dev.plumbline.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Which of several replicas acts. */
@ConfigMapping(prefix = "plumbline.leader")
public interface LeaderSettings {

  /** Whether there may be several; if not, this one always acts. */
  @WithDefault("true")
  boolean election();

  /** The name of the Lease. */
  @WithDefault("plumbline")
  String lease();

  /** Where the Lease is; else POD_NAMESPACE, the namespace of the service account, or default. */
  Optional<String> namespace();

  /** Who this one is; else POD_NAME, or the name of the host. */
  Optional<String> identity();

  /** How long the others wait for one who does not renew. */
  @WithDefault("15s")
  Duration leaseDuration();

  /** How long after its last renewal one stops to act. */
  @WithDefault("10s")
  Duration renewDeadline();

  /** How often it is tried to get or renew the lease. */
  @WithDefault("2s")
  Duration retryPeriod();
}
