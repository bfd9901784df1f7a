package dev.plumbline.log.store;

import dev.plumbline.log.store.OpenSegment.Disk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of the file system; written by one thread at a time, read by any. */
public final class LogFolder implements Disk, AutoCloseable {

  private final Path root;
  private final Map<String, FileChannel> open = new HashMap<>();
  private final Map<String, Object> identities = new HashMap<>();

  public LogFolder(Path root) {
    this.root = root;
  }

  @Override
  public String place() {
    return root.toString();
  }

  @Override
  public List<String> names(String under) throws IOException {
    Path start = root.resolve(under);
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    var names = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(start)) {
      files
          .filter(file -> !Files.isDirectory(file))
          .forEach(file -> names.add(root.relativize(file).toString().replace('\\', '/')));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    names.sort(null);
    return names;
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    try {
      return Files.newInputStream(root.resolve(name));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public long length(String name) throws IOException {
    try {
      return Files.size(root.resolve(name));
    } catch (NoSuchFileException e) {
      return -1;
    }
  }

  @Override
  public void append(String name, byte[] bytes) throws IOException {
    FileChannel channel = channel(name);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    channel.position(channel.size());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private FileChannel channel(String name) throws IOException {
    FileChannel channel = open.get(name);
    if (channel == null || !channel.isOpen()) { // an interrupt closes it
      Path file = root.resolve(name);
      boolean there = Files.exists(file);
      if (!there) {
        folder(file);
      }
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      open.put(name, channel);
      identities.put(name, identity(file));
      if (!there) {
        syncFolder(file);
      }
    }
    return channel;
  }

  @Override
  public boolean written(String name) throws IOException {
    Object identity = identities.get(name);
    try {
      return identity == null || identity.equals(identity(root.resolve(name)));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Device and inode; where a file system has none, the path. */
  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file : key;
  }

  private static void folder(Path file) throws IOException {
    Path parent = Objects.requireNonNull(file.getParent());
    if (!Files.isDirectory(parent)) {
      Files.createDirectories(parent);
      syncFolder(parent);
    }
  }

  private static void syncFolder(Path file) throws IOException {
    try (FileChannel folder =
        FileChannel.open(Objects.requireNonNull(file.toAbsolutePath().getParent()))) {
      folder.force(true);
    }
  }

  @Override
  public void sync(String name) throws IOException {
    try {
      channel(name).force(true);
    } catch (IOException e) {
      release(name);
      throw e;
    }
  }

  @Override
  public void truncate(String name, long length) throws IOException {
    if (length(name) > length) {
      channel(name).truncate(length);
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    release(from);
    release(to);
    Path target = root.resolve(to);
    Files.move(
        root.resolve(from),
        target,
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    syncFolder(target);
  }

  @Override
  public void delete(String name) throws IOException {
    release(name);
    Files.deleteIfExists(root.resolve(name));
  }

  @Override
  public void done(String name) throws IOException {
    release(name);
  }

  private void release(String name) throws IOException {
    identities.remove(name);
    FileChannel channel = open.remove(name);
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public void close() throws IOException {
    for (String name : List.copyOf(open.keySet())) {
      release(name);
    }
  }
}
