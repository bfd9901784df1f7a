package dev.plumbline.source;

import dev.plumbline.fact.Nearest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which file of a snapshot holds what. Names may have {@code _} for {@code -} and a region before
 * the ending: {@code instance_types.json}, {@code images.us-east-1.json}.
 */
final class SnapshotContents {

  private static final String REGION = "[a-z]{2}(?:-[a-z]+)+-[0-9]+";
  private static final Pattern DATA = Pattern.compile("([a-z_-]+?)(?:\\.(" + REGION + "))?\\.json");
  private static final Pattern OBJECTS = Pattern.compile("cluster/.*\\.(?:yaml|yml|json)");

  private final SnapshotFiles files;
  private final Map<SnapshotSource, String> fileBySource = new EnumMap<>(SnapshotSource.class);
  private final List<String> objects = new ArrayList<>();
  private @Nullable String settings;
  private @Nullable String region;
  private @Nullable String regionFile;

  private SnapshotContents(SnapshotFiles files) {
    this.files = files;
  }

  /** Sorts the files; those that are none of a snapshot are left alone. */
  static SnapshotContents of(SnapshotFiles files) {
    var contents = new SnapshotContents(files);
    files.names().forEach(contents::sort);
    if (contents.settings == null
        && contents.fileBySource.isEmpty()
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

  /** Whether a name is that of a region. */
  static boolean isRegion(String name) {
    return name.matches(REGION);
  }

  /** The file {@code snapshot.yaml}; null when it is not there. */
  @Nullable String settings() {
    return settings;
  }

  /** The file of a source; null when it is not there. */
  @Nullable String file(SnapshotSource source) {
    return fileBySource.get(source);
  }

  /** The files of Kubernetes objects. */
  List<String> objects() {
    return objects;
  }

  /** The region that file names tell; null when none does. */
  @Nullable String region() {
    return region;
  }

  /** Whether anything of a source is here. */
  boolean holds(SnapshotSource source) {
    return source.file() ? file(source) != null : !objects.isEmpty();
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
        tell(data.group(2), name);
      }
    }
  }

  private void refuseSecond(String name, @Nullable String first) {
    if (first != null) {
      throw files
          .origin(name)
          .fault("is here beside " + first + ", which holds the same", "Maybe remove one of them.");
    }
  }

  private void tell(@Nullable String told, String name) {
    if (told == null) {
      return;
    }
    if (region != null && !region.equals(told)) {
      throw files
          .origin(name)
          .fault(
              "is of another region than " + regionFile,
              "Maybe keep one snapshot folder for each region.");
    }
    region = told;
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
        return "Maybe " + name + " should be called " + nearest + ".";
      }
    }
    return "Maybe add one of these: " + String.join(", ", known) + ".";
  }
}
