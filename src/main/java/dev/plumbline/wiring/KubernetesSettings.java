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

  /** Whether a cluster is watched at all. */
  @WithDefault("true")
  boolean enabled();

  /** The namespace of the ConfigMaps with {@code plumbline.dev/rules}; else that of the pod. */
  Optional<String> configNamespace();

  /** How many objects a page of a list holds. */
  @WithDefault("500")
  int pageSize();

  /** How long a page of a list, or the beginning of a watch, may take. */
  @WithDefault("30s")
  Duration requestTimeout();

  /** How long the API server keeps a watch before it is asked again. */
  @WithDefault("2m")
  Duration watchTimeout();

  /** After so long without an event or bookmark a watch counts as dead. */
  @WithDefault("135s")
  Duration silenceLimit();

  /** The first pause after a failure; each further one is about twice as long. */
  @WithDefault("500ms")
  Duration firstPause();

  /** The longest pause after a failure. */
  @WithDefault("30s")
  Duration longestPause();

  /** How many launches of NodeClaims that are gone are remembered. */
  @WithDefault("1000")
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
