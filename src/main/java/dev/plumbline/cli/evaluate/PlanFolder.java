package dev.plumbline.cli.evaluate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The folder that a kustomize component is written to. */
final class PlanFolder {

  private PlanFolder() {}

  /**
   * Writes {@code files} in place of those that were written there before.
   *
   * @throws ParameterException when the folder holds anything else
   */
  static void write(Path folder, SortedMap<String, String> files, CommandLine command)
      throws IOException {
    List<Path> before = files(folder, command);
    for (Path file : before) {
      if (!Files.readString(file).startsWith(PlanDocuments.MARK)) {
        throw new ParameterException(
            command,
            "--to "
                + folder
                + " holds "
                + folder.relativize(file)
                + ", which Plumbline did not write. Try: an empty folder.");
      }
    }
    for (Path file : before) {
      Files.delete(file);
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private static List<Path> files(Path folder, CommandLine command) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    if (!Files.isDirectory(folder)) {
      throw new ParameterException(
          command, "--to " + folder + " is not a folder. Try: a folder that does not exist yet.");
    }
    try (var paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
