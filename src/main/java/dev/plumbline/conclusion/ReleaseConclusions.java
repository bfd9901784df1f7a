package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import java.util.regex.Pattern;

/** Releases of AMI families, and which of them an alias for the latest one becomes. */
public sealed interface ReleaseConclusions extends Conclusion {

  /** A text by which versions compare, whatever the digits of their numbers: greater is newer. */
  static String order(String version) {
    return Pattern.compile("[0-9]+")
        .matcher(version)
        .replaceAll(
            number -> "0".repeat(Math.max(0, 12 - number.group().length())) + number.group());
  }

  /**
   * A release that a node class may take for its alias: one of the newest that SSM's pointer has
   * reached, or one that it has nodes on.
   *
   * @param nodeClass the node class
   * @param family the family of the alias: al2023
   * @param variant the set of paths: standard, or what {@code plumbline.dev/variant} names
   * @param version as an alias has it: v20261101, 1.32.0
   */
  record AliasRelease(
      @Key String nodeClass, @Key String family, @Key String variant, @Key String version)
      implements ReleaseConclusions {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }

    /** As an alias names it: al2023@v20261101. */
    public String release() {
      return family + "@" + version;
    }
  }

  /**
   * That nothing speaks against a release as a whole.
   *
   * @param nodeClass the node class
   * @param family the family of the alias
   * @param version the version
   */
  record AliasReleaseAllowed(@Key String nodeClass, @Key String family, @Key String version)
      implements ReleaseConclusions, Internal {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }
  }

  /**
   * An image that a node class without an alias may use, with what it is ranked by.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param requirements the set it contends for
   * @param created creation date in epoch seconds; {@link Long#MIN_VALUE} when unknown
   */
  record AmiAllowed(@Key String nodeClass, @Key String ami, Requirements requirements, long created)
      implements ReleaseConclusions, Internal {

    /** Whether it is newer than {@code other}: of a later date, or of the same and a greater id. */
    public boolean newerThan(AmiAllowed other) {
      return created != other.created ? created > other.created : ami.compareTo(other.ami) > 0;
    }
  }

  /**
   * The channel of a node class: which of the allowed releases it takes.
   *
   * @param nodeClass the node class
   * @param channel latest, latest-1, latest-2
   */
  record AliasChannel(@Key String nodeClass, String channel) implements ReleaseConclusions {

    /** How many newer releases it leaves out. */
    public int behind() {
      int at = channel.indexOf('-');
      return at < 0 ? 0 : Integer.parseInt(channel.substring(at + 1));
    }
  }

  /**
   * The release that the images are of which a node class resolves.
   *
   * @param nodeClass the node class
   * @param family the family of the alias
   * @param version the version, the newest where they are of several
   * @param latest the version that SSM's pointer names, the newest where its variants differ
   * @param message which newer ones were left out, in words
   */
  record AliasReleaseChoice(
      @Key String nodeClass, @Key String family, String version, String latest, String message)
      implements ReleaseConclusions {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }
  }

  /**
   * Why a node class must not take a release for its alias. One is enough.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param family the family of the alias
   * @param version the version
   * @param about what of the release: an image id, an architecture and hardware; empty for all
   * @param message the reason, in words
   */
  record AliasReleaseObjection(
      @Key String rule,
      @Key String nodeClass,
      @Key String family,
      @Key String version,
      @Key String about,
      String message)
      implements ReleaseConclusions, Objection {}

  /**
   * That a node class must not take a release for its alias: an {@link AliasReleaseObjection} that
   * is not waived.
   *
   * @param nodeClass the node class
   * @param family the family of the alias
   * @param version the version
   */
  record AliasReleaseRefusal(@Key String nodeClass, @Key String family, @Key String version)
      implements ReleaseConclusions {}

  /**
   * A release that SSM's pointer has reached.
   *
   * @param family the family
   * @param variant the set of paths
   * @param version the version
   */
  record ReachedRelease(@Key String family, @Key String variant, @Key String version)
      implements ReleaseConclusions {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }
  }

  /**
   * An image of a release, by SSM.
   *
   * @param family the family: al2023
   * @param variant the set of paths it belongs to: standard, fips
   * @param architecture {@code kubernetes.io/arch} of the image
   * @param hardware what it is built for: standard, nvidia, neuron
   * @param version as an alias has it: v20261101, 1.32.0
   * @param ami the image id
   * @param requirements the set of requirements it serves, architecture included
   */
  record ReleaseImage(
      @Key String family,
      @Key String variant,
      @Key String architecture,
      @Key String hardware,
      @Key String version,
      String ami,
      Requirements requirements)
      implements ReleaseConclusions {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }
  }

  /**
   * An image that a node class needs of a release: some pool of it may launch what it is built for.
   *
   * @param nodeClass the node class
   * @param family the family of the alias
   * @param variant the set of paths
   * @param architecture {@code kubernetes.io/arch}
   * @param hardware standard, nvidia, neuron
   */
  record ReleaseNeed(
      @Key String nodeClass,
      @Key String family,
      @Key String variant,
      @Key String architecture,
      @Key String hardware)
      implements ReleaseConclusions, Internal {}

  /**
   * The release that SSM's pointer ({@code latest}, {@code recommended}) names.
   *
   * @param family the family
   * @param variant the set of paths
   * @param architecture {@code kubernetes.io/arch}
   * @param hardware standard, nvidia, neuron
   * @param version the version
   * @param ami the image id
   */
  record ReleasePointer(
      @Key String family,
      @Key String variant,
      @Key String architecture,
      @Key String hardware,
      String version,
      String ami)
      implements ReleaseConclusions, Internal {

    /** A text by which versions compare: greater is newer. */
    public String order() {
      return ReleaseConclusions.order(version);
    }
  }

  /**
   * The place of a release among those that SSM's pointer has reached.
   *
   * @param family the family
   * @param variant the set of paths
   * @param version the version
   * @param position 1 for the newest
   */
  record ReleaseRank(@Key String family, @Key String variant, @Key String version, int position)
      implements ReleaseConclusions, Internal {}
}
