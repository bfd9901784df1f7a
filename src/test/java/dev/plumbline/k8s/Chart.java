package dev.plumbline.k8s;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The chart, as Helm reads it: the library that Helm is made of, in this process. */
final class Chart {

  static final Path ROOT = Path.of("charts/plumbline");

  /** The values of the installations that docs/install.md goes through. */
  static final Path VARIANTS = ROOT.resolve("ci");

  private static final String KUBERNETES = "1.31.0";
  private static final boolean THERE = there();

  private Chart() {}

  /** Skips the test where Helm's library is not made for the platform. */
  static void assumeHelm() {
    assumeTrue(THERE, "Helm is not there: its library has none for this platform");
  }

  private static boolean there() {
    try {
      return !Helm.version().call().isEmpty();
    } catch (IllegalStateException | LinkageError e) {
      return false;
    }
  }

  /** The names of the variants: observe, enforce, … */
  static List<String> variants() {
    try (Stream<Path> files = Files.list(VARIANTS)) {
      return files
          .map(file -> file.getFileName().toString().replace("-values.yaml", ""))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The values of a variant. */
  static Path values(String variant) {
    return VARIANTS.resolve(variant + "-values.yaml");
  }

  /** What is rendered with values of a file; without what only runs at times. */
  static List<JsonNode> render(Path values) {
    return objects(template(ROOT).withValuesFile(values).call());
  }

  /** What runs at the end: hooks, which Helm keeps apart from the rest. */
  static List<JsonNode> hooks(Path folder, Path values) {
    copy(folder, "helm.sh/hook:", "helm.sh/no-hook:");
    return objects(template(folder).withValuesFile(values).call()).stream()
        .filter(object -> object.at("/metadata/annotations").has("helm.sh/no-hook"))
        .toList();
  }

  /** What Helm says of YAML values that it refuses. */
  static String refusal(Path folder, String values) {
    try {
      Path file = Files.writeString(folder.resolve("values.yaml"), values);
      return "accepted: " + template(ROOT).withValuesFile(file).call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  /** A copy of the chart in {@code folder} with one text in place of another, wherever it is. */
  static void copy(Path folder, String from, String to) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(ROOT.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, Files.readString(file).replace(from, to));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TemplateCommand template(Path chart) {
    return new Helm(chart)
        .template()
        .withName("plumbline")
        .withNamespace("plumbline")
        .withKubeVersion(KUBERNETES);
  }

  static List<JsonNode> objects(String yaml) {
    try (var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      return documents.readAll().stream().filter(JsonNode::isObject).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
