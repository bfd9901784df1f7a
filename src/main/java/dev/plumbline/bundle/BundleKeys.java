package dev.plumbline.bundle;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the public key of bundles. */
public final class BundleKeys {

  private BundleKeys() {}

  /**
   * The key that is configured.
   *
   * @throws InvalidInputException when there is none, or it cannot be used
   */
  public static VerifierKey read(BundleSettings settings) {
    if (settings.keyFile().isPresent()) {
      return read(settings.keyFile().get());
    }
    String key = settings.key().orElse("");
    if (key.isBlank()) {
      throw invalid(
          "plumbline.rules.bundle.address is set without the key that the bundle must be signed"
              + " with. Try: set plumbline.rules.bundle.key-file.");
    }
    try {
      return VerifierKey.read(RuleBundle.SIGNER, key);
    } catch (IllegalArgumentException e) {
      throw invalid(
          "plumbline.rules.bundle.key: "
              + e.getMessage()
              + ". Try: the output of openssl pkey -in key.pem -pubout.");
    }
  }

  /**
   * The key in a file: PEM or {@code NAME+hash+base64}.
   *
   * @throws InvalidInputException when it cannot be used
   */
  public static VerifierKey read(Path file) {
    String advice = ". Try: openssl pkey -in key.pem -pubout > " + file + ".";
    try {
      return VerifierKey.read(RuleBundle.SIGNER, Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw invalid(file + ": " + e.getMessage() + advice);
    } catch (IOException e) {
      throw invalid(file + ": cannot be read: " + e + advice);
    }
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }
}
