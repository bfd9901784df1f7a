package dev.plumbline.bundle;

import dev.plumbline.language.BuildInfo;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;

/**
 * Which bundles are taken.
 *
 * @param key whose signature a bundle must have
 * @param vocabulary the version of the vocabulary of the rules that run here
 */
public record BundleTrust(VerifierKey key, String vocabulary) {

  /** Those that are signed with {@code key}, for this program. */
  public static BundleTrust of(VerifierKey key) {
    return new BundleTrust(key, BuildInfo.current().vocabulary());
  }

  /**
   * The bundle of a place, verified.
   *
   * @throws InvalidBundleException when it is refused
   * @throws IOException when it cannot be read
   */
  public RuleBundle read(BundlePlace place) throws IOException {
    RuleBundle bundle = RuleBundle.read(place.read());
    bundle.verify(key, vocabulary, place.address().channel());
    return bundle;
  }
}
