package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of ours in a JVM of its own, which can be watched from its first class on. */
public final class ForkedJvm {

  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "[/\\\\]org[/\\\\]apache[/\\\\]groovy[/\\\\]|[/\\\\](io|org)[/\\\\](quarkus|smallrye|jboss)[/\\\\](?!logging[/\\\\]jboss-logging[/\\\\])");

  private ForkedJvm() {}

  /**
   * Runs to the end and returns what was printed.
   *
   * @param options of the JVM
   * @param program found on our own class path, but without Quarkus: its logging makes classes for
   *     its configuration in a JVM that Quarkus did not start; and without Groovy, which only tests
   *     bring and libraries look for
   */
  public static String run(Path folder, List<String> options, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    return run(folder, options, List.of(), program, arguments);
  }

  /**
   * The same with other classes before ours.
   *
   * @param first what comes first on the class path
   */
  static String run(
      Path folder, List<String> options, List<Path> first, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    String path =
        Stream.concat(
                first.stream().map(Path::toString),
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> !LEFT_OUT.matcher(entry).find()))
            .collect(Collectors.joining(File.pathSeparator));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Short-lived: neither is it worth much compiling, nor collections to make room for classes.
    command.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:MetaspaceSize=256m"));
    command.addAll(options);
    command.addAll(List.of("-cp", path, program.getName()));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
