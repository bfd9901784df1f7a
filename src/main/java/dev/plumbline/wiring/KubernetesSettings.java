package dev.plumbline.wiring;

import dev.plumbline.client.Backoff;
import dev.plumbline.source.kubernetes.WatchSettings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How the cluster is watched ({@code plumbline.kubernetes.…}). */
@ConfigMapping(prefix = "plumbline.kubernetes")
public interface KubernetesSettings {

  /** Whether a cluster is watched. */
  @WithDefault("true")
  boolean enabled();

  /** The namespace of the ConfigMaps with {@code plumbline.dev/rules}; default: that of the pod. */
  Optional<String> configNamespace();

  /**
   * Whether the pods that run on nodes are watched: memory grows with their number. Without them
   * what runs on a node is not known. Pods that wait are watched in any case.
   */
  @WithDefault("true")
  boolean nodeWorkloads();

  /** The page size of list requests. */
  @WithDefault("500")
  int pageSize();

  /** The timeout of a page of a list, or of the start of a watch. */
  @WithDefault("30s")
  Duration requestTimeout();

  /** How long the API server keeps a watch before it is renewed. */
  @WithDefault("2m")
  Duration watchTimeout();

  /** The maximum time without an event or bookmark before a watch is restarted. */
  @WithDefault("135s")
  Duration silenceLimit();

  /** The first delay after a failure; roughly doubles with each further failure. */
  @WithDefault("500ms")
  Duration firstPause();

  /** The maximum delay after a failure. */
  @WithDefault("30s")
  Duration longestPause();

  /**
   * The maximum number of launches of deleted NodeClaims to remember. An ImageVerdict knows of
   * 1,000 whether they are counted: keep it below that.
   */
  @WithDefault("500")
  int pastLaunches();

  /**
   * These as the source takes them.
   *
   * @throws IllegalArgumentException when they cannot work together
   */
  default WatchSettings times() {
    return new WatchSettings(
        pageSize(),
        requestTimeout(),
        watchTimeout(),
        silenceLimit(),
        new Backoff(firstPause(), longestPause()));
  }
}
