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
   * A folder that revisions are kept in from one start to the next; else they are kept in
   * ConfigMaps of the cluster, and without a cluster not at all.
   */
  Optional<Path> stateDir();

  /** How many revisions are kept, the one that serves among them. */
  @WithDefault("10")
  int keep();

  /** How often is looked for approvals, rollbacks, and what another replica has recorded. */
  @WithDefault("1s")
  Duration poll();
}
