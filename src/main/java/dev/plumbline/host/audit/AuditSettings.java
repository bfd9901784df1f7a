package dev.plumbline.host.audit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where and how decisions are recorded. */
@ConfigMapping(prefix = "plumbline.audit")
public interface AuditSettings {

  /** Whether decisions are recorded. Without a record no action is carried out. */
  @WithDefault("true")
  boolean enabled();

  /** The folder that the log is in. */
  @WithDefault("${XDG_STATE_HOME:${HOME:/var/lib}/.local/state}/plumbline/audit")
  Path folder();

  /** What the log is called: what is decided has ids such as {@code production/4711}. */
  @WithDefault("local")
  String name();

  /**
   * The Ed25519 private key that checkpoints are signed with, PEM; else one is made in the folder
   * when there is none.
   */
  Optional<Path> keyFile();

  /** So many decisions lie between two entries that hold all facts, where a replay can begin. */
  @WithDefault("1000")
  int stateEvery();

  /**
   * Values of tags, labels and annotations whose key fits one of these globs, whatever its case,
   * are masked before rules judge them and before they are recorded.
   */
  @WithDefault("*secret*,*token*,*password*")
  List<String> mask();

  /** How entries are kept in files. */
  Segment segment();

  /** How entries are kept in files. */
  interface Segment {

    /** A file that has grown to so many bytes is closed and compressed. */
    @WithDefault("67108864")
    long size();

    /** So is one whose first entry is so old. */
    @WithDefault("24h")
    Duration age();
  }
}
