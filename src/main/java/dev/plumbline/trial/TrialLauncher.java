package dev.plumbline.trial;

import dev.plumbline.language.NativeImage;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts the process of trials: the same program, with its own limits, an empty environment and a
 * folder of its own.
 *
 * @param command with all its arguments
 * @param folder where it runs
 */
record TrialLauncher(List<String> command, Path folder) {

  private static final String MAIN = "dev.plumbline.cli.Main";
  private static final String RUNNER = "quarkus-run.jar";

  /** In MiB: about what the shipped rules take; less is not given back. */
  private static final int MIN_HEAP_MIB = 48;

  /** How text is encoded: paths may hold more than ASCII. */
  private static final List<String> KEPT = List.of("LANG", "LC_ALL", "LC_CTYPE");

  /**
   * This program once more.
   *
   * @param heapMiB the maximum heap, in MiB
   * @return null where it cannot tell how it was started
   */
  static @Nullable TrialLauncher ofThisProgram(int heapMiB, int processors, Path folder) {
    String self = ProcessHandle.current().info().command().orElse(null);
    var limits =
        List.of(
            "-Xmx" + heapMiB + "m",
            "-XX:ActiveProcessorCount=" + processors,
            "-XX:+ExitOnOutOfMemoryError");
    var command = new ArrayList<String>();
    if (NativeImage.isRunning()) {
      if (self == null) {
        return null;
      }
      command.add(self);
      command.addAll(limits);
      // What is built in suits a pod (application.properties): no program starts with a smaller
      // heap.
      command.add("-Xmn" + heapMiB / 2 + "m");
      command.add(TrialProcess.VERB);
      return new TrialLauncher(command, folder);
    }
    command.add(self == null ? Path.of(System.getProperty("java.home"), "bin", "java") + "" : self);
    command.addAll(limits);
    // Short-lived work on little memory: what costs least to start, and keeps least while it waits.
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xms" + Math.min(heapMiB, MIN_HEAP_MIB) + "m",
            "-XX:-ShrinkHeapInSteps",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=20",
            // Its stdout is for answers; a cache that does not fit is complained about, too.
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            // Not of every JVM from 21 on.
            "-XX:+IgnoreUnrecognizedVMOptions",
            // What was busy when the cache was made is compiled when it is busy here.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining",
            "-XX:TrimNativeHeapInterval=5000"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(TrialLauncher::isPassedOn)
        .forEach(command::add);
    String path = System.getProperty("java.class.path", "");
    List<String> parts =
        Stream.of(path.split(File.pathSeparator)).filter(TrialLauncher::any).toList();
    if (parts.size() == 1 && parts.getFirst().endsWith(RUNNER)) {
      command.addAll(List.of("-jar", absolute(parts.getFirst())));
    } else if (parts.size() > 1) {
      command.addAll(
          List.of(
              "-cp",
              parts.stream()
                  .map(TrialLauncher::absolute)
                  .collect(Collectors.joining(File.pathSeparator)),
              MAIN));
    } else {
      return null;
    }
    command.add(TrialProcess.VERB);
    return new TrialLauncher(List.copyOf(command), folder);
  }

  /**
   * What libraries need of the JVM, and what it starts with faster; nothing else of its options
   * concerns the process.
   */
  private static boolean isPassedOn(String option) {
    return Stream.of(
            "--add-opens=",
            "--add-exports=",
            "--enable-native-access=",
            "--sun-misc-",
            "-XX:AOTCache=")
        .anyMatch(option::startsWith);
  }

  private static boolean any(String part) {
    return !part.isBlank();
  }

  private static String absolute(String path) {
    return Path.of(path).toAbsolutePath().toString();
  }

  Process start() throws IOException {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> !KEPT.contains(name));
    return builder.redirectError(ProcessBuilder.Redirect.PIPE).start();
  }

  /** A folder that nobody else reads. */
  static Path newFolder() throws IOException {
    return Files.createTempDirectory("plumbline-trial");
  }
}
