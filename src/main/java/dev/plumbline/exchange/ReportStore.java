package dev.plumbline.exchange;

import dev.plumbline.log.s3.Bucket;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where clusters publish. What is read is not verified. Objects are never replaced. */
public interface ReportStore extends AutoCloseable {

  /** For people: {@code s3://bucket/prefix/}. */
  String place();

  /** The keys below {@code folder/} that come after the key {@code after}, in order. */
  List<String> keys(String folder, String after) throws IOException;

  /**
   * The object of a key.
   *
   * @param limit the maximum size in bytes
   * @return null when there is none
   * @throws IOException when it cannot be read, or is larger
   */
  byte @Nullable [] get(String key, int limit) throws IOException;

  /** Writes an object unless there is one of this key; answers whether there was none. */
  boolean create(String key, byte[] content) throws IOException;

  @Override
  default void close() {}

  /** A prefix of a bucket. */
  record InBucket(Bucket bucket, Runnable onClose) implements ReportStore {

    @Override
    public String place() {
      return bucket.place();
    }

    @Override
    public List<String> keys(String folder, String after) throws IOException {
      return bucket.keys(folder + "/", after);
    }

    @Override
    public byte @Nullable [] get(String key, int limit) throws IOException {
      return bucket.get(key, limit);
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
      return bucket.create(key, content);
    }

    @Override
    public void close() {
      onClose.run();
    }
  }

  /** A folder, such as one that clusters share over a network. */
  record InFolder(Path folder) implements ReportStore {

    @Override
    public String place() {
      return folder + "/";
    }

    @Override
    public List<String> keys(String below, String after) throws IOException {
      try (Stream<Path> files = Files.list(folder.resolve(below))) {
        return files
            .map(file -> below + "/" + file.getFileName())
            .filter(key -> !key.contains("/.") && key.compareTo(after) > 0)
            .sorted()
            .toList();
      } catch (NoSuchFileException e) {
        if (Files.isDirectory(folder)) {
          return List.of();
        }
        throw e;
      }
    }

    @Override
    public byte @Nullable [] get(String key, int limit) throws IOException {
      try (InputStream content = Files.newInputStream(folder.resolve(key))) {
        byte[] bytes = content.readNBytes(limit + 1);
        if (bytes.length > limit) {
          throw new IOException(place() + key + " has more than " + limit + " bytes");
        }
        return bytes;
      } catch (NoSuchFileException e) {
        return null;
      }
    }

    /** It is there whole or not at all, whenever the program ends. */
    @Override
    public boolean create(String key, byte[] content) throws IOException {
      Path file = folder.resolve(key);
      Files.createDirectories(file.resolveSibling(""));
      // Readable by whom the folder lets read, which a temporary file is not.
      Path beside = file.resolveSibling("." + UUID.randomUUID() + ".unfinished");
      try {
        Files.write(beside, content, StandardOpenOption.CREATE_NEW);
        var unused = Files.createLink(file, beside);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } finally {
        Files.deleteIfExists(beside);
      }
    }
  }
}
