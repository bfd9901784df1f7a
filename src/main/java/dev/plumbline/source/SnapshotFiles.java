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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of one snapshot, wherever they are kept. */
interface SnapshotFiles {

  String path();

  /** The files relative to the snapshot, with {@code /}, sorted; only those below cluster nest. */
  List<String> names();

  byte[] bytes(String name) throws IOException;

  default Origin origin(String name) {
    return Origin.snapshot(path().endsWith("/") ? path() + name : path() + "/" + name);
  }

  static SnapshotFiles in(Path folder) {
    Origin origin = Origin.snapshot(folder.toString());
    if (!Files.exists(folder)) {
      throw origin.fault(
          "no such folder",
          "Try: check the path, it is relative to " + Path.of("").toAbsolutePath() + ".");
    }
    if (!Files.isDirectory(folder)) {
      throw origin.fault("is a file, not a folder", "Try: give the folder that it is in.");
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
      throw origin.fault("cannot be read: " + e.getMessage(), "Try: check its permissions.");
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
                  ? "Try: check whether the build left the examples out."
                  : Nearest.suggestion(example, byExample.keySet()));
    }
    return new Embedded(example, names.stream().sorted().toList(), loader);
  }

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

  /**
   * Which file of a snapshot holds what. Names may have {@code _} for {@code -} and a region before
   * the ending: {@code instance_types.json}, {@code images.us-east-1.json}. Images and SSM
   * parameters may be in several files: {@code images-ami-0a11.json}.
   */
  static final class SnapshotContents {

    private static final String REGION = "[a-z]{2}(?:-[a-z]+)+-[0-9]+";
    private static final Pattern DATA =
        Pattern.compile("([a-z_-]+?)(?:\\.(" + REGION + "))?\\.json");
    private static final Pattern MORE =
        Pattern.compile("(images|ssm[-_]parameters)-([A-Za-z0-9.-]+)\\.json");
    private static final Pattern OBJECTS = Pattern.compile("cluster/.*\\.(?:yaml|yml|json)");

    private final SnapshotFiles files;
    private final Map<SnapshotSource, String> fileBySource = new EnumMap<>(SnapshotSource.class);
    private final Map<SnapshotSource, Map<String, String>> more =
        new EnumMap<>(SnapshotSource.class);
    private final List<String> objects = new ArrayList<>();
    private @Nullable String settings;
    private @Nullable String region;
    private @Nullable String regionFile;

    private SnapshotContents(SnapshotFiles files) {
      this.files = files;
    }

    /** Classifies the files; unknown ones are ignored. */
    static SnapshotContents of(SnapshotFiles files) {
      var contents = new SnapshotContents(files);
      files.names().forEach(contents::sort);
      if (contents.settings == null
          && contents.fileBySource.isEmpty()
          && contents.more.isEmpty()
          && contents.objects.isEmpty()) {
        throw Origin.snapshot(files.path())
            .fault(
                files.names().isEmpty()
                    ? "is empty"
                    : "holds no file of a snapshot, only " + files.names().getFirst(),
                contents.advice());
      }
      return contents;
    }

    static boolean isRegion(String name) {
      return name.matches(REGION);
    }

    @Nullable String settings() {
      return settings;
    }

    /** The files of a source by what their names add to its own, which is empty for the first. */
    Map<String, String> files(SnapshotSource source) {
      var files = new TreeMap<>(more.getOrDefault(source, Map.of()));
      String first = fileBySource.get(source);
      if (first != null) {
        files.put("", first);
      }
      return files;
    }

    List<String> objects() {
      return objects;
    }

    @Nullable String region() {
      return region;
    }

    boolean holds(SnapshotSource source) {
      return source.file() ? !files(source).isEmpty() : !objects.isEmpty();
    }

    private void sort(String name) {
      if (name.equals("snapshot.yaml") || name.equals("snapshot.yml")) {
        refuseSecond(name, settings);
        settings = name;
      } else if (OBJECTS.matcher(name).matches()) {
        objects.add(name);
      } else {
        Matcher data = DATA.matcher(name);
        SnapshotSource source = data.matches() ? SnapshotSource.ofFile(data.group(1)) : null;
        if (source != null) {
          refuseSecond(name, fileBySource.put(source, name));
          region(data.group(2), name);
        } else {
          another(name);
        }
      }
    }

    private void another(String name) {
      Matcher data = MORE.matcher(name);
      SnapshotSource source = data.matches() ? SnapshotSource.ofFile(data.group(1)) : null;
      if (source != null) {
        more.computeIfAbsent(source, each -> new TreeMap<>()).put(data.group(2), name);
      }
    }

    private void refuseSecond(String name, @Nullable String first) {
      if (first != null) {
        throw files
            .origin(name)
            .fault(
                "is here beside " + first + ", which holds the same", "Try: remove one of them.");
      }
    }

    private void region(@Nullable String named, String name) {
      if (named == null) {
        return;
      }
      if (region != null && !region.equals(named)) {
        throw files
            .origin(name)
            .fault(
                "is of another region than " + regionFile,
                "Try: keep one snapshot folder for each region.");
      }
      region = named;
      regionFile = name;
    }

    private String advice() {
      var known = new ArrayList<String>();
      known.add("snapshot.yaml");
      for (SnapshotSource source : SnapshotSource.values()) {
        if (source.file()) {
          known.add(source.wire() + ".json");
        }
      }
      known.add("cluster/*.yaml");
      for (String name : files.names()) {
        String nearest = Nearest.of(name, known);
        if (nearest != null) {
          return "Try: rename " + name + " to " + nearest + ".";
        }
      }
      return "Try: add one of these: " + String.join(", ", known) + ".";
    }
  }
}
