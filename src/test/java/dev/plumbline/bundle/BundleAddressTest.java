package dev.plumbline.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.bundle.BundleAddress.Kind;
import dev.plumbline.language.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleAddressTest {

  private static final String DIGEST = "sha256:" + "a".repeat(64);

  @Test
  void addressesAreOfThreeKinds() {
    assertThat(BundleAddress.of("oci://ghcr.io:443/acme/team/policy:canary"))
        .isEqualTo(new BundleAddress(Kind.OCI, "ghcr.io:443", "acme/team/policy", "canary", null));
    assertThat(BundleAddress.of("oci://ghcr.io/policy@" + DIGEST))
        .isEqualTo(new BundleAddress(Kind.OCI, "ghcr.io", "policy", null, DIGEST));
    assertThat(BundleAddress.of("s3://acme-policy/plumbline/policy"))
        .isEqualTo(new BundleAddress(Kind.S3, "acme-policy", "plumbline/policy", "stable", null));
    assertThat(BundleAddress.of("out/policy.tgz"))
        .isEqualTo(new BundleAddress(Kind.FILE, "", "out/policy.tgz", null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oci://ghcr.io/acme/policy:canary",
        "oci://[::1]:5000/policy:v1.0_x",
        "s3://acme-policy/a/b:stable",
        "policy.tgz"
      })
  void whatIsPrintedIsReadAgain(String text) {
    assertThat(BundleAddress.of(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oci://",
        "oci://ghcr.io",
        "oci://ghcr.io/",
        "oci://ghcr.io/Policy",
        "oci://ghcr.io/a//b",
        "oci://ghcr.io/../b",
        "oci://user@ghcr.io/policy",
        "oci://ghcr.io/policy:",
        "oci://ghcr.io/policy:a b",
        "oci://ghcr.io/policy@sha256:short",
        "oci://ghcr.io/policy?x=y",
        "s3://Bucket/policy",
        "s3://bucket/policy/",
        "https://ghcr.io/policy"
      })
  void othersAreInvalid(String text) {
    assertThatThrownBy(() -> BundleAddress.of(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("invalid address of a bundle '" + text + "'. Try: oci://");
  }
}
