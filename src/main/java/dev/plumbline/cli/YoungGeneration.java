package dev.plumbline.cli;

import dev.plumbline.language.NativeImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.graalvm.nativeimage.ProcessProperties;
import org.jspecify.annotations.Nullable;

/**
 * Room for new objects in a native program. What is built in suits {@code serve}. A verb that
 * decides a whole log again makes rule bases and sessions that are needed for a fraction of a
 * second: with little room they are copied while they are, and collections are two fifths of the
 * time that it takes. Since a program has the room that it was started with, it starts itself once
 * more then, in the same process (execve(2)).
 */
final class YoungGeneration {

  /** What {@code application.properties} builds in, in MiB ({@code -R:MaxNewSize}). */
  static final int BUILT_IN = 200;

  /** In MiB: more makes such a verb no faster. */
  private static final int MOST = 600;

  /** Old objects, and the copies that a collection of everything makes of them, need the rest. */
  private static final int OF_HEAP = 3;

  private YoungGeneration() {}

  /** Starts the program again if {@code args} are such a verb, and returns otherwise. */
  static void enlarge(String... args) {
    if (!NativeImage.isRunning() || !decidesALog(args)) {
      return;
    }
    ProcessHandle.Info self = ProcessHandle.current().info();
    // What a native program takes out of its arguments is in these.
    List<String> all = self.arguments().map(List::of).orElse(List.of());
    String option = option(all, Runtime.getRuntime().maxMemory());
    if (option != null) {
      self.command().ifPresent(program -> Again.start(program, option, all));
    }
  }

  /** Whether a verb settles what logs hold, and not only explains itself. */
  static boolean decidesALog(String... args) {
    boolean verb =
        args.length > 0
            && (args[0].equals("backtest")
                || args.length > 1 && args[0].equals("audit") && args[1].equals("replay"));
    return verb && Stream.of(args).noneMatch(arg -> arg.equals("-h") || arg.equals("--help"));
  }

  /**
   * What the program is to be started with.
   *
   * @param all the arguments with options of the heap; empty when not known
   * @param maxHeap bytes
   * @return null when it has the room that it can have, or was given one
   */
  static @Nullable String option(List<String> all, long maxHeap) {
    boolean given =
        all.stream().anyMatch(arg -> arg.startsWith("-Xmn") || arg.startsWith("-XX:MaxNewSize="));
    long room = Math.min(MOST, (maxHeap >> 20) / OF_HEAP);
    return all.isEmpty() || given || room <= BUILT_IN ? null : "-Xmn" + room + "m";
  }

  /** Loaded in a native program alone: GraalVM's class is not there on the JVM. */
  private static final class Again {

    static void start(String program, String option, List<String> all) {
      var command = new ArrayList<String>();
      command.add(program);
      command.add(option);
      command.addAll(all);
      try {
        ProcessProperties.exec(Path.of(program), command.toArray(String[]::new));
      } catch (RuntimeException e) {
        // Its file is gone, or may not be started by whom it runs as now: it goes on as it is.
      }
    }
  }
}
