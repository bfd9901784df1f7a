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

  /** Whether decisions are recorded. Without a record no action is executed. */
  @WithDefault("true")
  boolean enabled();

  /** The folder of the log. */
  @WithDefault("${XDG_STATE_HOME:${HOME:/var/lib}/.local/state}/plumbline/audit")
  Path folder();

  /** The name of the log, the prefix of decision ids: {@code production/4711}. */
  @WithDefault("local")
  String name();

  /**
   * The image that the pod runs, by its digest: {@code registry/plumbline@sha256:…}. It is recorded
   * as part of what judged; default: what the status of the own pod says, {@code not known} outside
   * of one.
   */
  Optional<String> image();

  /**
   * The Ed25519 private key (PEM) that signs checkpoints; default: one in the folder, generated if
   * absent.
   */
  Optional<Path> keyFile();

  /**
   * Whether actions are carried out although the log goes with the pod: its folder is in the
   * container itself, in memory or in an emptyDir, and there is no bucket.
   */
  @WithDefault("false")
  boolean allowEphemeral();

  /** The number of decisions between two entries with all facts, from which a replay can start. */
  @WithDefault("1000")
  int stateEvery();

  /** How often a decision is recorded while nothing but the time changes. */
  @WithDefault("10m")
  Duration idleEvery();

  /**
   * Globs, case-insensitive: values of tags, labels and annotations whose key matches one are
   * masked before rules evaluate them and before they are recorded.
   */
  @WithDefault("*secret*,*token*,*password*")
  List<String> mask();

  /** The S3 bucket that the log is uploaded to. */
  S3 s3();

  /** The witness that cosigns checkpoints. */
  Witnessed witness();

  /** The Lease that keeps the newest checkpoint, where there is leader election. */
  Leased lease();

  /** The files of the log. */
  Segment segment();

  /** The files of the log. */
  interface Segment {

    /** The size in bytes at which a file is closed and compressed. */
    @WithDefault("2097152")
    long size();

    /** The age of its first entry at which a file is closed and compressed. */
    @WithDefault("24h")
    Duration age();
  }

  /** The S3 bucket that the log is uploaded to. */
  interface S3 {

    /** The bucket; without one, the log is kept only in the folder. */
    Optional<String> bucket();

    /** The prefix of object keys. */
    @WithDefault("plumbline")
    String prefix();

    /** Its region; default: that of the environment. */
    Optional<String> region();

    /** The endpoint of an S3-compatible service other than AWS. */
    Optional<String> endpoint();

    /** The maximum time until appended entries are uploaded. */
    @WithDefault("10s")
    Duration every();

    /**
     * The maximum number of entries kept in the folder while the bucket is unavailable; beyond it,
     * nothing is recorded and no action is executed.
     */
    @WithDefault("100000")
    long buffer();

    /** The maximum number of bytes of uploaded entries, the newest, to keep in the folder. */
    @WithDefault("268435456")
    long local();

    /**
     * The Object Lock mode of each object: governance or compliance; default: that of the bucket.
     */
    Optional<String> lock();

    /** The retention in days, with a lock mode. */
    @WithDefault("365")
    int lockDays();

    /** The KMS key for encryption; default: that of the bucket. */
    Optional<String> kmsKey();
  }

  /** The Lease that keeps the newest checkpoint, where there is leader election. */
  interface Leased {

    /** Whether the newest checkpoint is kept there. */
    @WithDefault("true")
    boolean enabled();

    /** How often it is written. */
    @WithDefault("10m")
    Duration every();
  }

  /** The witness that cosigns checkpoints (C2SP tlog-witness). */
  interface Witnessed {

    /** Where it answers, without {@code /add-checkpoint}; without one, nobody is asked. */
    Optional<String> url();

    /** Its verifier key: {@code NAME+hash+base64}. */
    Optional<String> key();

    /** How often the newest checkpoint is cosigned. */
    @WithDefault("10m")
    Duration every();
  }
}
