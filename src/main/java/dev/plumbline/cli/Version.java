package dev.plumbline.cli;

import org.eclipse.microprofile.config.ConfigProvider;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: this program and what it runs on. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version =
        ConfigProvider.getConfig()
            .getOptionalValue("quarkus.application.version", String.class)
            .orElse("unknown");
    return new String[] {
      "plumbline " + version,
      System.getProperty("java.vm.name", "Java") + " " + System.getProperty("java.version", "")
    };
  }
}
