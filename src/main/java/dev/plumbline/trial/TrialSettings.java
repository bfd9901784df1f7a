package dev.plumbline.trial;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How revisions that were never active are tried, in a process of their own. */
@ConfigMapping(prefix = "plumbline.trial")
public interface TrialSettings {

  /** Whether they are tried in a process of their own; if not, in this one. */
  @WithDefault("true")
  boolean process();

  /** Whether the process is started in advance, and kept for the next trial. */
  @WithDefault("true")
  boolean warm();

  /** The maximum heap of the process, in MiB. It counts against the memory limit of the pod. */
  @WithDefault("320")
  int memory();

  /** The number of processors that the process may use. */
  @WithDefault("1")
  int processors();

  /** The maximum duration of one trial. */
  @WithDefault("60s")
  Duration duration();

  /** The maximum CPU time of one trial. */
  @WithDefault("60s")
  Duration cpu();

  /** The number of trials after which the process is replaced. */
  @WithDefault("50")
  int uses();

  /** The time without a trial after which the process is ended. The next trial starts another. */
  @WithDefault("10m")
  Duration idle();
}
