package dev.plumbline.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of {@code plumbline demo}, set before the program starts: a folder of its own
 * that all of it is in, and nothing of what is configured here for a real cluster.
 */
public final class DemoSettings implements AutoCloseable {

  static final String FOLDER = "plumbline.demo.folder";

  private static final String LOG = "log";

  private static final String STATE = "state";

  private final Properties before = new Properties();
  private final Map<String, String> set = new HashMap<>();

  private DemoSettings() {}

  public static DemoSettings begin(boolean page) {
    Path folder;
    try {
      folder = Files.createTempDirectory("plumbline-demo-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var settings = new DemoSettings();
    settings.set.putAll(
        Map.of(
            FOLDER,
            folder.toString(),
            "plumbline.audit.enabled",
            "true",
            "plumbline.audit.name",
            "demo",
            "plumbline.audit.folder",
            folder.resolve(LOG).toString(),
            "plumbline.audit.s3.bucket",
            "",
            "plumbline.audit.key-file",
            "",
            "plumbline.rules.state-dir",
            folder.resolve(STATE).toString(),
            "plumbline.rules.poll",
            "200ms",
            "plumbline.kubernetes.enabled",
            "false"));
    settings.set.putAll(
        Map.of(
            "plumbline.host.parameters-file", "",
            "plumbline.host.state-file", "",
            "plumbline.host.memory-file", "",
            // Rejections are part of the demo.
            "quarkus.log.category.\"dev.plumbline\".level", "OFF"));
    if (page) {
      settings.set.put("quarkus.http.host-enabled", "true");
      settings.set.put("quarkus.http.host", "127.0.0.1");
    }
    settings.set.forEach(
        (key, value) -> {
          @Nullable String old = System.setProperty(key, value);
          if (old != null) {
            settings.before.setProperty(key, old);
          }
        });
    return settings;
  }

  /** As it was before. The folder stays, for who wants to look. */
  @Override
  public void close() {
    set.keySet().forEach(System::clearProperty);
    System.getProperties().putAll(before);
  }
}
