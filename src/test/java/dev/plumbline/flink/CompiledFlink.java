package dev.plumbline.flink;

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

/** The sources of the job on Flink, compiled with what this JVM has on its class path. */
public final class CompiledFlink {

  private CompiledFlink() {}

  public static boolean isOnClassPath() {
    try {
      Class.forName("org.apache.flink.runtime.minicluster.MiniCluster");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Compiles the job as strictly as the program itself, and starts a Flink in this JVM.
   *
   * @param classes an empty folder, or one that is not there yet
   * @param taskManagers how many, each with one slot
   */
  public static FlinkUnderTest start(Path classes, int taskManagers) throws IOException {
    compile(Files.createDirectories(classes));
    URL[] urls = {classes.toUri().toURL()};
    var loader = new URLClassLoader(urls, CompiledFlink.class.getClassLoader());
    try {
      return (FlinkUnderTest)
          loader
              .loadClass("dev.plumbline.flink.MiniClusterEngine")
              .getConstructor(URL[].class, int.class)
              .newInstance(urls, taskManagers);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Flink does not start", e);
    }
  }

  private static void compile(Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
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
      if (!whole) {
        throw new IllegalStateException("src/flink does not compile: " + out);
      }
    }
  }
}
