package dev.plumbline.cli;

import org.eclipse.microprofile.config.ConfigProvider;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: this program and what it runs on. */
public final class Version implements IVersionProvider {

  /** That of this program. */
  static String current() {
    return ConfigProvider.getConfig()
        .getOptionalValue("quarkus.application.version", String.class)
        .orElse("unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "plumbline " + current(),
      System.getProperty("java.vm.name", "Java") + " " + System.getProperty("java.version", "")
    };
  }
}
