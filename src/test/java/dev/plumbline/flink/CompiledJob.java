package dev.plumbline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The job for Flink, which the build compiles only where it is packaged. */
final class CompiledJob {

  private CompiledJob() {}

  /** Skips the test where this JVM has no Flink. */
  static void assumeFlink() {
    try {
      Class.forName("org.apache.flink.runtime.minicluster.MiniCluster");
    } catch (ClassNotFoundException e) {
      assumeTrue(false, "Flink is not on the class path: ./mvnw -Pfull has it there");
    }
  }

  /** With what this JVM has on its class path, and as strictly as the program itself. */
  private static Path compiled(Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    var out = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources =
            Stream.concat(
                Files.walk(Path.of("src/flink/java")), Files.walk(Path.of("src/flink/test")))) {
      boolean whole =
          compiler
              .getTask(
                  out,
                  files,
                  null,
                  List.of(
                      "--release",
                      "21",
                      "-Xlint:all,-processing,-serial,-classfile,-options,-rawtypes,-path",
                      "-Werror",
                      "-proc:none",
                      "-d",
                      classes.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjectsFromPaths(
                      sources.filter(each -> each.toString().endsWith(".java")).toList()))
              .call();
      assertThat(whole).as(out.toString()).isTrue();
    }
    return classes;
  }

  /** A Flink with the job. */
  static FlinkUnderTest open(Path folder, int taskManagers) throws Exception {
    URL[] urls = {compiled(folder).toUri().toURL()};
    var loader = new URLClassLoader(urls, CompiledJob.class.getClassLoader());
    return (FlinkUnderTest)
        loader
            .loadClass("dev.plumbline.flink.MiniClusterEngine")
            .getConstructor(URL[].class, int.class)
            .newInstance(urls, taskManagers);
  }
}
