package dev.plumbline.web;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What is answered over HTTP. */
@ConfigMapping(prefix = "plumbline.web")
interface WebSettings {

  /** How many posted snapshots are evaluated at once; who comes on top of them is told 429. */
  @WithDefault("1")
  int evaluations();

  /**
   * How large a posted snapshot may be once it is unpacked. What is sent is limited by {@code
   * quarkus.http.limits.max-body-size}.
   */
  @WithDefault("64M")
  MemorySize snapshotLimit();
}
