package dev.plumbline.cli.command;

import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.eclipse.microprofile.config.ConfigProvider;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: this program, what it was built of and what it runs on. */
public final class Version implements IVersionProvider {

  public static String current() {
    return BuildInfo.current().version();
  }

  public static Map<String, String> all() {
    BuildInfo build = BuildInfo.current();
    var all = new LinkedHashMap<String, String>();
    all.put("plumbline", build.version());
    all.put("commit", build.commit());
    all.put("built", build.time());
    all.put("java", java());
    all.put("quarkus", build.quarkus());
    all.put("drools", build.drools());
    all.put("rules", RuleFiles.shipped().digest());
    return all;
  }

  private static String java() {
    String machine = System.getProperty("java.vm.name", "Java");
    String version = System.getProperty("java.version", "");
    boolean image = System.getProperty("org.graalvm.nativeimage.imagecode") != null;
    return (image ? "native, " : "") + machine + " " + version;
  }

  @Override
  public String[] getVersion() {
    return all().entrySet().stream()
        .map(each -> "%-9s %s".formatted(each.getKey(), each.getValue()))
        .toArray(String[]::new);
  }

  /**
   * Of what this program was built. Two builds of one commit say the same.
   *
   * @param commit of its sources; {@code unknown} when they were no checkout
   * @param time of that commit, or what {@code SOURCE_DATE_EPOCH} said; {@code unknown} for neither
   */
  public record BuildInfo(
      String version, String commit, String time, String quarkus, String drools) {

    private static final String UNKNOWN = "unknown";
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
          ConfigProvider.getConfig()
              .getOptionalValue("quarkus.application.version", String.class)
              .orElse(UNKNOWN),
          properties.getProperty("commit", UNKNOWN),
          properties.getProperty("time", UNKNOWN),
          properties.getProperty("quarkus", UNKNOWN),
          properties.getProperty("drools", UNKNOWN));
    }

    public String day() {
      return time.equals(UNKNOWN) ? "" : time.substring(0, "2026-01-01".length());
    }
  }
}
