package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiling, running, editing, swapping and explaining rules defines no class: what makes them work
 * in a native image. {@link ClosedWorldRun} does all of it in a JVM of its own, and every class
 * loaded there must stand in the module, jar or folder that it claims to come from.
 */
class ClosedWorldTest {

  private static final Pattern LOADED =
      Pattern.compile("\\[class,load *\\] (?<name>\\S+) source: (?<source>.+)");

  /**
   * Made by the JDK for lambdas, switches over types, method handles, string concatenation and
   * annotations.
   */
  private static final Pattern MADE_BY_THE_JDK =
      Pattern.compile(
          "(java|jdk|sun)\\..*/0x\\p{XDigit}+"
              + "|java\\.lang\\.invoke\\.BoundMethodHandle\\$Species_\\w+"
              + "|.*\\$\\$(Lambda|TypeSwitch)/0x\\p{XDigit}+"
              + "|(com\\.sun\\.proxy\\.)?(jdk\\.proxy\\d+\\.)?\\$Proxy\\d+");

  @TempDir Path folder;

  @Test
  void rulesAreCompiledRunAndSwappedWithNoClassDefined() throws Exception {
    Run run = run("product");

    assertThat(run.output()).contains("settled {AmiApproval=60, AmiEligible=27,");
    assertThat(run.output()).containsPattern("refused [1-9]").contains("reloaded [two]");
    assertThat(run.output()).containsPattern("explained in \\d{2,} lines, [12] of 2 would hold");
    assertThat(run.loaded()).hasSizeGreaterThan(1000);
    assertThat(run.loaded()).containsKey("org.drools.modelcompiler.constraints.LambdaConstraint");
    assertThat(run.defined()).isEmpty();
    assertThat(run.loaded().keySet())
        .noneMatch(name -> name.startsWith("org.mvel2.") || name.startsWith("org.antlr."));
  }

  /** Positive control: a class that borrows the protection domain of the engine's own jar. */
  @Test
  void aClassThatIsDefinedIsSeen() throws Exception {
    Run run = run("control");

    assertThat(run.output()).contains("defined ");
    assertThat(run.defined())
        .singleElement()
        .satisfies(
            name -> {
              assertThat(name).isEqualTo(ClosedWorldRun.Defined.class.getName());
              assertThat(run.loaded().get(name)).contains("/kie-api");
            });
  }

  /**
   * What a JVM has done.
   *
   * @param output what it printed
   * @param loaded every class it loaded, with the source it names
   */
  private record Run(String output, Map<String, String> loaded) {

    /** The classes that do not stand where they claim to come from, sorted. */
    List<String> defined() throws IOException {
      var defined = new ArrayList<String>();
      var jars = new HashMap<String, JarFile>();
      try {
        for (var entry : loaded.entrySet()) {
          if (!MADE_BY_THE_JDK.matcher(entry.getKey()).matches()
              && !stands(entry.getKey(), entry.getValue(), jars)) {
            defined.add(entry.getKey());
          }
        }
      } finally {
        for (JarFile jar : jars.values()) {
          jar.close();
        }
      }
      return defined.stream().sorted().toList();
    }

    private static boolean stands(String name, String source, Map<String, JarFile> jars)
        throws IOException {
      String file = name.replace('.', '/') + ".class";
      if (source.startsWith("jrt:/")) {
        return Files.exists(
            FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("/modules", source.substring("jrt:/".length()), file));
      }
      if (!source.startsWith("file:")) {
        return false;
      }
      Path place = Path.of(URI.create(source));
      if (Files.isDirectory(place)) {
        return Files.exists(place.resolve(file));
      }
      JarFile jar = jars.get(source);
      if (jar == null) {
        jar = new JarFile(place.toFile(), false, JarFile.OPEN_READ, Runtime.version());
        jars.put(source, jar);
      }
      return jar.getJarEntry(file) != null;
    }
  }

  private Run run(String mode) throws IOException, InterruptedException {
    Path log = folder.resolve("classes.log");
    // Classes from a shared archive do not tell where they come from.
    List<String> options = List.of("-Xshare:off", "-Xlog:class+load=info:file=" + log);
    String output = ForkedJvm.run(folder, options, ClosedWorldRun.class, mode);
    return new Run(output, loaded(Files.readAllLines(log)));
  }

  private static Map<String, String> loaded(List<String> lines) {
    var loaded = new HashMap<String, String>();
    for (String line : lines) {
      var matcher = LOADED.matcher(line);
      if (matcher.find()) {
        loaded.put(matcher.group("name"), matcher.group("source"));
      }
    }
    return loaded;
  }
}
