package dev.plumbline.cli.audit;

import dev.plumbline.backtest.BacktestEvidence;
import dev.plumbline.bundle.BundleFile;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.BucketAddress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the evidence of a backtest is: a file, or an object of a bucket. */
sealed interface EvidencePlace {

  /** As people write it: a path, or s3://bucket/key; all else is invalid input. */
  static EvidencePlace of(String text) {
    if (!BucketAddress.isOne(text)) {
      return new InFile(Path.of(text));
    }
    if (!text.matches("s3://[^/]+/.*[^/]")) {
      throw Errors.badInput(text + " names no object of a bucket. Try: s3://bucket/evidence.tgz.");
    }
    int slash = text.lastIndexOf('/');
    return new InBucket(text.substring(0, slash), text.substring(slash + 1));
  }

  /** What keeps it from being written there is invalid input; nothing is written yet. */
  void check();

  /**
   * Writes it, in place of what is there.
   *
   * @param err takes what is to be said of a bucket that does not answer
   */
  void write(byte[] bytes, PrintWriter err) throws IOException;

  /**
   * What is there; invalid input where nothing can be read.
   *
   * @throws InvalidBundleException when it is larger than any evidence
   */
  byte[] read() throws InvalidBundleException;

  private static InvalidBundleException tooLarge() {
    return new InvalidBundleException(
        "the file is larger than any evidence. Try: the file that plumbline backtest --evidence"
            + " wrote.");
  }

  /** A file. */
  record InFile(Path file) implements EvidencePlace {

    @Override
    public void check() {
      Path folder = file.toAbsolutePath().getParent();
      if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
        throw Errors.badInput(file + ": cannot be written. Try: a file in a folder that is there.");
      }
    }

    @Override
    public void write(byte[] bytes, PrintWriter err) throws IOException {
      BundleFile.write(file, bytes);
    }

    @Override
    public byte[] read() throws InvalidBundleException {
      try {
        if (Files.isRegularFile(file) && Files.size(file) > BacktestEvidence.MAX_BYTES) {
          throw tooLarge();
        }
        return Files.readAllBytes(file);
      } catch (IOException e) {
        throw unreadable(file.toString(), e.toString());
      }
    }

    @Override
    public String toString() {
      return file.toString();
    }
  }

  /**
   * An object.
   *
   * @param folder all before the last slash: s3://bucket/prefix
   */
  record InBucket(String folder, String name) implements EvidencePlace {

    /** That there is a client; whether it may write, the bucket says when it does. */
    @Override
    public void check() {
      Bucket unused = AuditOptions.bucket(folder);
    }

    @Override
    public void write(byte[] bytes, PrintWriter err) throws IOException {
      AuditOptions.bucket(folder).patient(line -> Errors.print(line, err)).replace(name, bytes);
    }

    @Override
    public byte[] read() throws InvalidBundleException {
      try {
        byte[] bytes = AuditOptions.bucket(folder).get(name, BacktestEvidence.MAX_BYTES);
        if (bytes == null) {
          throw unreadable(toString(), "there is no such object");
        }
        return bytes;
      } catch (IOException e) {
        throw unreadable(toString(), String.valueOf(e.getMessage()));
      }
    }

    @Override
    public String toString() {
      return folder + "/" + name;
    }
  }

  private static RuntimeException unreadable(String place, String why) {
    return Errors.badInput(
        place
            + ": it cannot be read: "
            + why
            + ". Try: the file of plumbline backtest --evidence.");
  }
}
