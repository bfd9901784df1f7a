package dev.plumbline.record;

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

  /** A bucket that the log is shipped to. */
  S3 s3();

  /** How entries are kept in files. */
  Segment segment();

  /** How entries are kept in files. */
  interface Segment {

    /** A file that has grown to so many bytes is closed and compressed. */
    @WithDefault("2097152")
    long size();

    /** So is one whose first entry is so old. */
    @WithDefault("24h")
    Duration age();
  }

  /** A bucket that the log is shipped to. */
  interface S3 {

    /** The bucket; without one, the log is in the folder alone. */
    Optional<String> bucket();

    /** What the keys of its objects begin with. */
    @WithDefault("plumbline")
    String prefix();

    /** Its region; else the one of the environment. */
    Optional<String> region();

    /** Where it is asked, for another S3 than that of AWS. */
    Optional<String> endpoint();

    /** What was appended is shipped after so long at the latest. */
    @WithDefault("10s")
    Duration every();

    /**
     * While the bucket is away, so many entries are kept in the folder; beyond it nothing more is
     * recorded, and nothing is done.
     */
    @WithDefault("100000")
    long buffer();

    /** So many bytes are kept in the folder of what the bucket has, the newest. */
    @WithDefault("268435456")
    long local();

    /** How Object Lock keeps each object: governance or compliance; else the bucket's default. */
    Optional<String> lock();

    /** For so many days, with a lock. */
    @WithDefault("365")
    int lockDays();

    /** The KMS key that encrypts; else the bucket's default. */
    Optional<String> kmsKey();
  }
}
