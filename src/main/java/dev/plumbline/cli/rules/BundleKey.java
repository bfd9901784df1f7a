package dev.plumbline.cli.rules;

import dev.plumbline.bundle.BundleKeys;
import dev.plumbline.log.VerifierKey;
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
    return BundleKeys.read(file);
  }
}
