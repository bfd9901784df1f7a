package dev.plumbline.bundle;

import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;

/** The signature of an archive: a signed note (C2SP) over the SHA-256 of its manifest. */
public final class ManifestSignature {

  private ManifestSignature() {}

  /** Signs under the name of the key. */
  public static String sign(SigningKey key, byte[] manifest) {
    return key.note(statement(key.verifier().name(), manifest));
  }

  /**
   * Whether it is of this key and this manifest, and made under the name of {@code signer},
   * whatever the key is called where it is kept.
   */
  public static boolean isValid(String note, String signer, VerifierKey key, byte[] manifest) {
    VerifierKey ours = VerifierKey.read(signer, key.pem());
    return statement(signer, manifest).equals(ours.verified(note));
  }

  /** What is signed: two lines. */
  private static String statement(String signer, byte[] manifest) {
    return signer + "\nmanifest sha256:" + Hashes.hex(Hashes.of(manifest)) + "\n";
  }
}
