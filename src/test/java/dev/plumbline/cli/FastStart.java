package dev.plumbline.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What the packaged program is started with so that it starts as {@code ./plumbline} starts it:
 * from what a JDK 25 has loaded and linked once, with a third of the work.
 */
public final class FastStart {

  /** Without the second compiler: a test is over before that has paid off. */
  public static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** Those of {@code ./plumbline}: a cache made with others would not be used. */
  private static final List<String> OPTIONS =
      List.of(
          "-Djdk.console=java.base",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private FastStart() {}

  /**
   * Options of the JVM, before {@code -jar}; none before JDK 25.
   *
   * @param jar absolute, as what follows {@code -jar} must be
   */
  public static synchronized List<String> options(Path jar) {
    if (Runtime.version().feature() < 25) {
      return List.of();
    }
    Path target = jar.resolve("../..").normalize();
    Path cache = target.resolve("plumbline.aot");
    var all = new ArrayList<>(OPTIONS);
    try (FileChannel channel =
            FileChannel.open(
                target.resolve("plumbline.aot.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !isMade(cache, jar)) {
        make(cache, jar);
      }
      if (isMade(cache, jar)) {
        all.add("-XX:AOTCache=" + cache);
        all.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** What the second compiler compiles and how, as in the JVM of this test ({@code pom.xml}). */
  public static List<String> secondCompiler() {
    return Stream.of(System.getProperty("test.compiler", "").split(" "))
        .filter(option -> !option.isEmpty())
        .toList();
  }

  private static boolean isMade(Path cache, Path jar) throws IOException {
    return Files.exists(cache)
        && Files.size(cache) > 0
        && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) >= 0;
  }

  private static void make(Path cache, Path jar) throws IOException {
    Path made = cache.resolveSibling("plumbline.aot." + ProcessHandle.current().pid());
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", FIRST_COMPILER));
    command.addAll(OPTIONS);
    command.addAll(List.of("-XX:AOTCacheOutput=" + made, "-jar", jar.toString()));
    command.add("prepare-start");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(PackagedProgram.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Files.deleteIfExists(made.resolveSibling(made.getFileName() + ".config"));
    if (Files.exists(made)) {
      Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
