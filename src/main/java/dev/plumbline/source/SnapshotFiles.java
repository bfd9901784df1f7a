package dev.plumbline.source;

import dev.plumbline.fact.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The files of one snapshot, wherever they are kept. */
interface SnapshotFiles {

  /** The snapshot as it was asked for, which errors name its files by. */
  String path();

  /** The files relative to the snapshot, with {@code /}, sorted; only those below cluster nest. */
  List<String> names();

  /** The bytes of one of {@link #names}. */
  byte[] bytes(String name) throws IOException;

  /** Where a file is, as people know it. */
  default Origin origin(String name) {
    return Origin.snapshot(path().endsWith("/") ? path() + name : path() + "/" + name);
  }

  /** The files in a folder; those whose name starts with a dot are left out. */
  static SnapshotFiles in(Path folder) {
    Origin origin = Origin.snapshot(folder.toString());
    if (!Files.exists(folder)) {
      throw origin.fault(
          "there is no folder here",
          "Maybe the path is relative to another folder than "
              + Path.of("").toAbsolutePath()
              + ".");
    }
    if (!Files.isDirectory(folder)) {
      throw origin.fault("is a file, not a folder", "Maybe give the folder that it is in.");
    }
    var names = new TreeSet<String>();
    try (Stream<Path> top = Files.list(folder)) {
      top.filter(Files::isRegularFile).forEach(file -> names.add(relative(folder, file)));
      if (Files.isDirectory(folder.resolve("cluster"))) {
        try (Stream<Path> below =
            Files.walk(folder.resolve("cluster"), FileVisitOption.FOLLOW_LINKS)) {
          below.filter(Files::isRegularFile).forEach(file -> names.add(relative(folder, file)));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Maybe its permissions forbid it.");
    }
    names.removeIf(name -> name.startsWith(".") || name.contains("/."));
    return new Folder(folder, List.copyOf(names));
  }

  /**
   * An example that ships with Plumbline. Resources cannot be listed in a native image, so {@code
   * META-INF/plumbline/examples.index} lists them, one a line: {@code tour/images.json}.
   */
  static SnapshotFiles embedded(String example, ClassLoader loader) {
    var byExample = new TreeMap<String, List<String>>();
    for (String line : resource(loader, "META-INF/plumbline/examples.index").lines().toList()) {
      int slash = line.indexOf('/');
      if (slash > 0) {
        byExample
            .computeIfAbsent(line.substring(0, slash), name -> new ArrayList<>())
            .add(line.substring(slash + 1));
      }
    }
    List<String> names = byExample.get(example);
    if (names == null) {
      throw Origin.snapshot(example)
          .fault(
              "there is no example of that name",
              byExample.isEmpty()
                  ? "Maybe the build left the examples out."
                  : Nearest.advice(example, byExample.keySet()));
    }
    return new Embedded(example, names.stream().sorted().toList(), loader);
  }

  /** Files that somebody hands over by name; errors name them as they are called there. */
  static SnapshotFiles given(Map<String, byte[]> byName) {
    var files = new TreeMap<>(byName);
    files.keySet().removeIf(name -> name.startsWith(".") || name.contains("/."));
    return new Given(List.copyOf(files.keySet()), files);
  }

  private static String relative(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private static String resource(ClassLoader loader, String name) {
    try (InputStream stream = loader.getResourceAsStream(name)) {
      return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A folder of the file system. */
  record Folder(Path folder, List<String> names) implements SnapshotFiles {

    @Override
    public String path() {
      return folder.toString();
    }

    @Override
    public byte[] bytes(String name) throws IOException {
      return Files.readAllBytes(folder.resolve(name));
    }
  }

  /** Resources under {@code examples/}. */
  record Embedded(String path, List<String> names, ClassLoader loader) implements SnapshotFiles {

    @Override
    public byte[] bytes(String name) throws IOException {
      try (InputStream stream = loader.getResourceAsStream("examples/" + path + "/" + name)) {
        if (stream == null) {
          throw new IOException("it is in the index but not in the jar");
        }
        return stream.readAllBytes();
      }
    }
  }

  /** Files in memory. */
  record Given(List<String> names, Map<String, byte[]> byName) implements SnapshotFiles {

    @Override
    public String path() {
      return "the snapshot";
    }

    @Override
    public Origin origin(String name) {
      return Origin.snapshot(name);
    }

    @Override
    public byte[] bytes(String name) throws IOException {
      byte[] bytes = byName.get(name);
      if (bytes == null) {
        throw new IOException("it is not among the files");
      }
      return bytes;
    }
  }
}
