package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.fact.Glob;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.BucketAddress;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.log.store.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The decision logs at locations that were given: of one cluster each, or of several. */
final class LogLocations {

  private final List<String> locations;

  /** A client each, however often is looked. */
  private final Map<String, Bucket> buckets = new HashMap<>();

  LogLocations(List<String> locations) {
    this.locations = locations;
  }

  /**
   * The logs, in the order of their locations; invalid input if there is none at one of them.
   *
   * @param known places of logs in buckets, which are not looked for again
   */
  List<LogFiles> find(Set<String> known) {
    var logs = new ArrayList<LogFiles>();
    var places = new HashSet<String>();
    for (String location : locations) {
      List<LogFiles> found = at(location, known);
      if (found.isEmpty()) {
        throw Errors.badInput(
            BucketAddress.isOne(location)
                ? location
                    + ": there is no decision log in it, nor below it. Try: the values of"
                    + " plumbline.audit.s3.bucket and plumbline.audit.s3.prefix."
                : location
                    + ": there is no decision log in it, nor in a folder of it. Try: the value of"
                    + " plumbline.audit.folder.");
      }
      for (LogFiles log : found) {
        if (!places.add(log.place())) {
          throw Errors.badInput(
              "the log " + log.place() + " is given twice. Try: each location once.");
        }
      }
      logs.addAll(found);
    }
    return logs;
  }

  private List<LogFiles> at(String location, Set<String> known) {
    try {
      if (BucketAddress.isOne(location)) {
        return LogDiscovery.in(buckets.computeIfAbsent(location, AuditOptions::bucket), known);
      }
      if (Files.isDirectory(Path.of(location))) {
        return LogDiscovery.in(Path.of(location));
      }
    } catch (IOException e) {
      throw Errors.badInput(
          location
              + ": it cannot be read: "
              + e.getMessage()
              + ". Try: a bucket or folder that this account may list.");
    }
    throw Errors.badInput(
        location + ": no such folder. Try: the value of plumbline.audit.folder, or s3://bucket.");
  }

  /** The option {@code --clusters}. */
  static final class Clusters {

    @Option(
        names = "--clusters",
        paramLabel = "GLOB",
        split = ",",
        description = "Only logs of these names: 'prod-*'.")
    private List<String> globs = List.of();

    boolean accept(String name) {
      return globs.isEmpty() || globs.stream().anyMatch(glob -> Glob.matches(glob, name));
    }

    ParameterException matchNone(Collection<String> names, CommandLine command) {
      return new ParameterException(
          command,
          "--clusters %s matches no log. Try: %s."
              .formatted(String.join(",", globs), String.join(", ", names)));
    }
  }
}
