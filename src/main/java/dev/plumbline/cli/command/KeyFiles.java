package dev.plumbline.cli.command;

import dev.plumbline.log.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Private keys in files. */
public final class KeyFiles {

  private KeyFiles() {}

  /**
   * The Ed25519 key in a file (PEM), to sign under a name; invalid input where it cannot be used.
   */
  public static SigningKey signer(String name, Path file) {
    try {
      return SigningKey.read(name, Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(
          file + ": " + e.getMessage() + ". Try: plumbline audit key > " + file + ".");
    } catch (IOException e) {
      throw Errors.badInput(
          file + ": cannot be read: " + e + ". Try: plumbline audit key > " + file + ".");
    }
  }
}
