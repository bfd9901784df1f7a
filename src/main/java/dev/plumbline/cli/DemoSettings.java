package dev.plumbline.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of {@code plumbline demo}, set before the program starts: a folder of its own
 * that all of it is in, and nothing of what is configured here for a real cluster.
 */
final class DemoSettings implements AutoCloseable {

  /** Where the folder stands. */
  static final String FOLDER = "plumbline.demo.folder";

  private final Map<String, @Nullable String> before = new HashMap<>();

  private DemoSettings() {}

  /** Makes the folder, and sets what follows from it. */
  static DemoSettings begin(boolean page) {
    try {
      var settings = new DemoSettings();
      Path folder = Files.createTempDirectory("plumbline-demo-");
      settings.set(FOLDER, folder.toString());
      settings.set("plumbline.audit.enabled", "true");
      settings.set("plumbline.audit.name", "demo");
      settings.set("plumbline.audit.folder", folder.resolve(StoryFolder.LOG).toString());
      settings.set("plumbline.audit.s3.bucket", "");
      settings.set("plumbline.audit.key-file", "");
      settings.set("plumbline.rules.state-dir", folder.resolve(StoryFolder.STATE).toString());
      settings.set("plumbline.rules.poll", "200ms");
      settings.set("plumbline.kubernetes.enabled", "false");
      settings.set("plumbline.host.parameters-file", "");
      settings.set("plumbline.host.state-file", "");
      settings.set("plumbline.host.memory-file", "");
      // Refusals are part of the story, which tells them.
      settings.set("quarkus.log.category.\"dev.plumbline\".level", "OFF");
      if (page) {
        settings.set("quarkus.http.host-enabled", "true");
        settings.set("quarkus.http.host", "127.0.0.1");
      }
      return settings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void set(String key, String value) {
    before.put(key, System.setProperty(key, value));
  }

  /** As it was before. The folder stays, for who wants to look. */
  @Override
  public void close() {
    before.forEach(
        (key, value) -> {
          if (value == null) {
            System.clearProperty(key);
          } else {
            System.setProperty(key, value);
          }
        });
  }
}
