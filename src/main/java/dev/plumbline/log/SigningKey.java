package dev.plumbline.log;

import dev.plumbline.log.Checkpoint.NoteSignature;
import dev.plumbline.log.VerifierKey.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/** The Ed25519 key that signs the checkpoints of a log. */
public final class SigningKey {

  private static final String ALGORITHM = "Ed25519";

  private final PrivateKey key;
  private final VerifierKey verifier;

  private SigningKey(PrivateKey key, VerifierKey verifier) {
    this.key = key;
    this.verifier = verifier;
  }

  public static SigningKey create(String name) {
    byte[] seed = new byte[Hashes.LENGTH];
    new SecureRandom().nextBytes(seed);
    return ofSeed(name, seed);
  }

  /** The key of this 32-byte seed (RFC 8032). */
  static SigningKey ofSeed(String name, byte[] seed) {
    try {
      // The platform derives the public half only when it generates the key itself.
      var maker = KeyPairGenerator.getInstance(ALGORITHM);
      maker.initialize(NamedParameterSpec.ED25519, new Given(seed));
      var pair = maker.generateKeyPair();
      byte[] spki = pair.getPublic().getEncoded();
      byte[] raw = Arrays.copyOfRange(spki, spki.length - Hashes.LENGTH, spki.length);
      var made = new SigningKey(pair.getPrivate(), VerifierKey.of(name, raw));
      byte[] text = {};
      if (!made.verifier.verifies(text, made.sign(text))) {
        throw new IllegalStateException(
            "this Java platform makes Ed25519 keys in a way of its own");
      }
      return made;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has Ed25519", e);
    }
  }

  /** Reads PKCS#8 in PEM, as {@code openssl genpkey -algorithm ed25519} writes it. */
  public static SigningKey read(String name, String pem) {
    try {
      var key =
          (EdECPrivateKey)
              KeyFactory.getInstance(ALGORITHM)
                  .generatePrivate(new PKCS8EncodedKeySpec(Pem.read("PRIVATE KEY", pem)));
      return ofSeed(name, key.getBytes().orElseThrow());
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 private key", e);
    }
  }

  public String pem() {
    return Pem.write("PRIVATE KEY", key.getEncoded());
  }

  public VerifierKey verifier() {
    return verifier;
  }

  /**
   * A signed note (C2SP signed-note).
   *
   * @param text ends with a line feed; its second line is no number, or it would be a checkpoint
   */
  public String note(String text) {
    return text + "\n" + NoteSignature.of(this, text).line();
  }

  byte[] sign(byte[] text) {
    try {
      var signer = Signature.getInstance(ALGORITHM);
      signer.initSign(key);
      signer.update(text);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that was read must sign", e);
    }
  }

  /** Returns the given bytes instead of random ones. */
  private static final class Given extends SecureRandom {

    private static final long serialVersionUID = 1L;

    Given(byte[] seed) {
      super(new Once(seed), null);
    }
  }

  private static final class Once extends SecureRandomSpi {

    private static final long serialVersionUID = 1L;

    private final byte[] seed;

    Once(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    protected void engineSetSeed(byte[] more) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return Arrays.copyOf(seed, count);
    }
  }
}
