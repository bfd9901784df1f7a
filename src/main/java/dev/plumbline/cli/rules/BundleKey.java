package dev.plumbline.cli.rules;

import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --key}: the public key that a bundle must be signed with. */
final class BundleKey {

  @Option(
      names = "--key",
      paramLabel = "FILE",
      required = true,
      description = "The public key it must be signed with: PEM or NAME+hash+base64.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  VerifierKey read() {
    try {
      return VerifierKey.read(RuleBundle.SIGNER, Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(
          file + ": " + e.getMessage() + ". Try: openssl pkey -in key.pem -pubout > " + file + ".");
    } catch (IOException e) {
      throw Errors.badInput(
          file + ": cannot be read: " + e + ". Try: openssl pkey -in key.pem -pubout > key.pub.");
    }
  }
}
