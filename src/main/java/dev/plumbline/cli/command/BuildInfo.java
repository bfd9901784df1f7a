package dev.plumbline.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Of what this program was built. Two builds of one commit say the same.
 *
 * @param version of the program
 * @param commit of its sources; {@code unknown} when they were no checkout
 * @param time of that commit, or what {@code SOURCE_DATE_EPOCH} said; {@code unknown} for neither
 * @param quarkus the version of the framework
 * @param drools the version of the engine
 */
public record BuildInfo(String version, String commit, String time, String quarkus, String drools) {

  private static final String UNKNOWN = "unknown";
  private static final String FILE = "META-INF/plumbline/build.properties";

  /** That of this program. */
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

  /** The day of {@link #time}. */
  public String day() {
    return time.equals(UNKNOWN) ? "" : time.substring(0, "2026-01-01".length());
  }
}
