package dev.plumbline.cli;

import io.quarkus.picocli.runtime.PicocliRunner;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.Locale;

/** The program. Only {@code serve} opens a port. */
@QuarkusMain
public final class Main {

  private Main() {}

  /** Starts the verb that {@code args} begin with. */
  public static void main(String... args) {
    if (args.length > 0 && args[0].equals("serve")) {
      System.setProperty("quarkus.http.host-enabled", "true");
      byDefault("quarkus.log.console.json.enabled", "true");
      byDefault("quarkus.log.category.\"dev.plumbline\".level", "INFO");
    }
    Quarkus.run(PicocliRunner.class, args);
  }

  /** Sets what the environment and the command line leave open. */
  private static void byDefault(String key, String value) {
    String variable = key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    if (System.getProperty(key) == null && System.getenv(variable) == null) {
      System.setProperty(key, value);
    }
  }
}
