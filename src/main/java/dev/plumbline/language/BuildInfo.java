package dev.plumbline.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Of what this program was built. Two builds of one commit say the same.
 *
 * @param commit of its sources; {@code unknown} when they were no checkout
 * @param time of that commit, or what {@code SOURCE_DATE_EPOCH} said; {@code unknown} for neither
 */
public record BuildInfo(String version, String commit, String time, String quarkus, String drools) {

  private static final Pattern MINOR = Pattern.compile("^\\d+\\.\\d+");
  private static final String UNKNOWN = "unknown";
  private static final String NOT_KNOWN = "not known";
  private static final String FILE = "META-INF/plumbline/build.properties";

  public static BuildInfo current() {
    var properties = new Properties();
    try (InputStream file = BuildInfo.class.getClassLoader().getResourceAsStream(FILE)) {
      if (file != null) {
        properties.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new BuildInfo(
        properties.getProperty("version", UNKNOWN),
        properties.getProperty("commit", UNKNOWN),
        properties.getProperty("time", UNKNOWN),
        properties.getProperty("quarkus", UNKNOWN),
        properties.getProperty("drools", UNKNOWN));
  }

  /**
   * The version of the vocabulary that rules are written in: major and minor of the program. Within
   * one, facts and conclusions may get more properties; none is renamed or removed.
   */
  public String vocabulary() {
    Matcher minor = MINOR.matcher(version);
    return minor.find() ? minor.group() : version;
  }

  public String day() {
    return time.equals(UNKNOWN) ? "" : time.substring(0, "2026-01-01".length());
  }

  /**
   * What judges here, for the log: each of it may change what follows from the same facts.
   *
   * @param image that the pod runs, by digest; null where it is not configured
   */
  public Map<String, String> program(@Nullable String image) {
    var program = new TreeMap<>(Map.of("drools", drools, "java", java(), "quarkus", quarkus));
    program.put("commit", commit.equals(UNKNOWN) ? NOT_KNOWN : commit);
    program.put("image", image == null || image.isBlank() ? NOT_KNOWN : image.strip());
    return program;
  }

  /** What it runs on: the virtual machine with its version. */
  public static String java() {
    String machine = System.getProperty("java.vm.name", "Java");
    String version = System.getProperty("java.version", "");
    boolean image = NativeImage.isRunning();
    return (image ? "native, " : "") + machine + " " + version;
  }
}
