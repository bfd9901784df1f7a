package dev.plumbline.revision;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How revisions of the rules are kept. */
@ConfigMapping(prefix = "plumbline.rules")
public interface RuleSettings {

  /**
   * The folder that persists revisions; default: ConfigMaps of the cluster. Without a cluster they
   * are not persisted.
   */
  Optional<Path> stateDir();

  /** The number of revisions to keep, including the active one. */
  @WithDefault("10")
  int keep();

  /** How often to check for approvals, rollbacks and revisions of other replicas. */
  @WithDefault("1s")
  Duration poll();
}
