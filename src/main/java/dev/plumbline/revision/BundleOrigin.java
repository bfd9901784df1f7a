package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleManifest;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.fact.Bundles.BundleRevision;
import dev.plumbline.fact.Bundles.ChannelBundle;
import org.jspecify.annotations.Nullable;

/**
 * The signed bundle that files of a revision are from.
 *
 * @param address where it was found: {@code oci://registry.example.com/team/policy:stable}
 * @param digest of the bundle: {@code sha256:…}
 * @param title its name and version, for people
 * @param sequence of its manifest
 */
public record BundleOrigin(String address, String digest, String title, long sequence) {

  /** What the origin of an offer calls it begins with. */
  static final String PREFIX = "bundle ";

  private static final int BRIEF = "sha256:".length() + Revision.BRIEF_LENGTH;

  static BundleOrigin of(BundleAddress address, RuleBundle bundle) {
    BundleManifest manifest = bundle.manifest();
    return new BundleOrigin(
        address.toString(), bundle.digest(), manifest.title(), manifest.sequence());
  }

  /** As the rules know it. */
  ChannelBundle named() {
    return new ChannelBundle(digest, title, sequence, address);
  }

  /**
   * What became of it here.
   *
   * @param state as {@link BundleRevision} has it
   * @param kept whether its preview was kept; null if unknown
   */
  BundleRevision as(String state, @Nullable Boolean kept, String why) {
    String preview = kept == null ? null : kept ? "kept" : "broken";
    return new BundleRevision(digest, title, sequence, state, preview, why);
  }

  /**
   * For people: {@code bundle oci://registry.example.com/team/policy:stable sha256:3fa94c1b0a12}.
   */
  String origin() {
    return PREFIX + address + " " + digest.substring(0, Math.min(digest.length(), BRIEF));
  }

  /**
   * Why it does not take the place of what serves.
   *
   * @param serving what serves; null when that is from no bundle
   * @return null when it may
   */
  @Nullable String refusal(@Nullable BundleOrigin serving) {
    return refusal(serving, "serves");
  }

  /**
   * The same; nor of what was offered before it, unless it is what serves.
   *
   * @param before what was offered before; null when nothing was
   */
  @Nullable String refusal(@Nullable BundleOrigin serving, @Nullable BundleOrigin before) {
    if (serving != null && digest.equals(serving.digest())) {
      return null;
    }
    String older = refusal(serving);
    return older == null ? refusal(before, "was offered before") : older;
  }

  private @Nullable String refusal(@Nullable BundleOrigin other, String what) {
    if (other == null || digest.equals(other.digest()) || sequence > other.sequence()) {
      return null;
    }
    return "%s is %s with the sequence %d, and the bundle that %s has %d (%s). Try: pack it with a higher --sequence."
        .formatted(address, title, sequence, what, other.sequence(), other.title());
  }

  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("address", address)
        .put("digest", digest)
        .put("title", title)
        .put("sequence", sequence);
  }

  /** That of a document; null where it has none. */
  static @Nullable BundleOrigin of(JsonNode json) {
    return json.path("digest").isTextual()
        ? new BundleOrigin(
            json.path("address").asText(),
            json.path("digest").asText(),
            json.path("title").asText(),
            json.path("sequence").asLong())
        : null;
  }
}
