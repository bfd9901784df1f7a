package dev.plumbline.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that a story is played in, and its time: that of the step it is at. */
final class StoryFolder implements InstantSource {

  /** The snapshot, below the folder. */
  static final String SNAPSHOT = "cluster";

  /** The rules that are laid over the shipped ones, below the folder. */
  static final String RULES = "rules";

  /** The decision log, below the folder. */
  static final String LOG = "log";

  /** The revisions of the rules, below the folder. */
  static final String STATE = "state";

  private final Path folder;
  private String settings = "";
  private volatile Instant now = Instant.EPOCH;

  StoryFolder(Path folder) {
    this.folder = folder;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Writes what a step says; the time last, so that who reads it has the rest, too. */
  void write(Story.Step step) {
    try {
      for (Map.Entry<String, @Nullable String> file : step.files().entrySet()) {
        write(file.getKey(), file.getValue());
      }
      String told = step.settings();
      settings = told == null ? settings : told;
      Instant at = step.at();
      if (at != null) {
        now = at;
        write(SNAPSHOT + "/snapshot.yaml", "at: " + at + "\n" + settings);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String name, @Nullable String content) throws IOException {
    Path file = path(name);
    if (content == null) {
      Files.delete(file);
    } else {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    }
  }

  /** Takes it away with all that is in it. */
  void delete() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** A command line as a shell would see it from here. */
  String resolved(String line) {
    return line.replace("$D", folder.toString());
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
