package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import org.jspecify.annotations.Nullable;

/** Signed bundles of rules: the one that the channel names, and what became of each here. */
public sealed interface Bundles extends Fact {

  /**
   * A bundle that is or was to serve in this cluster.
   *
   * @param digest of the bundle: sha256:…
   * @param title its name and version, for people
   * @param sequence of its manifest: a later bundle has a higher one
   * @param state serving; candidate, while it is tried; held by a limit; rejected; or taken-back,
   *     after it served
   * @param preview kept, when what its activation changed was what its preview said; broken, when
   *     it was not; null when facts changed in between, or since a restart
   * @param message why it is held, rejected or taken back, in words; empty otherwise
   */
  @NamedBy("digest")
  @ExpectedCount(3)
  record BundleRevision(
      String digest,
      String title,
      long sequence,
      @OneOf({"candidate", "held", "rejected", "serving", "taken-back"}) String state,
      @OneOf({"broken", "kept"}) @Nullable String preview,
      String message)
      implements Bundles {

    @Override
    public String key() {
      return "BundleRevision/" + digest;
    }
  }

  /**
   * The bundle that the followed channel names, verified.
   *
   * @param digest of the bundle: sha256:…
   * @param title its name and version, for people
   * @param sequence of its manifest: a later bundle has a higher one
   * @param address the channel: {@code oci://registry.example.com/team/policy:stable}
   */
  @ExpectedCount(1)
  record ChannelBundle(String digest, String title, long sequence, String address)
      implements Bundles {

    @Override
    public String key() {
      return "ChannelBundle";
    }
  }
}
