package dev.plumbline.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** A bundle in a file. */
public final class BundleFile implements BundlePlace {

  private final BundleAddress address;
  private final Path file;

  public BundleFile(BundleAddress address) {
    this.address = address;
    this.file = Path.of(address.path());
  }

  @Override
  public BundleAddress address() {
    return address;
  }

  @Override
  public @Nullable String identity() throws IOException {
    return Files.exists(file) ? RuleBundle.digest(read()) : null;
  }

  @Override
  public byte[] read() throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException(
            file + ": is a folder, and no bundle. Try: plumbline rules pack " + file + ".");
      }
      if (Files.size(file) > RuleBundle.MAX_BYTES) {
        throw new IOException(
            file + ": is larger than any bundle. Try: what plumbline rules pack wrote.");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IOException(
          file + ": no such file. Try: plumbline rules pack my-rules -o " + file + ".", e);
    }
  }

  /** The file is there whole or not at all, whenever the program ends. */
  @Override
  public String write(RuleBundle bundle) throws IOException {
    write(file, bundle.bytes());
    return bundle.digest();
  }

  /**
   * Writes a file that is there whole or not at all, and replaces one that is there.
   *
   * @throws IOException with a message that names the file and ends with advice
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName() + ".unfinished");
    try {
      Files.write(beside, bytes);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new IOException(
          file + ": cannot be written: " + e + ". Try: a file in a folder that is there.", e);
    }
  }
}
