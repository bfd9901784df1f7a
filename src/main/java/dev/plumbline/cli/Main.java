package dev.plumbline.cli;

import io.quarkus.picocli.runtime.PicocliRunner;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** The program. Only {@code serve} opens a port. */
@QuarkusMain
public final class Main {

  private Main() {}

  /** Starts the verb that {@code args} begin with. */
  public static void main(String... args) {
    if (args.length > 0 && args[0].equals("serve")) {
      System.setProperty("quarkus.http.host-enabled", "true");
    }
    Quarkus.run(PicocliRunner.class, args);
  }
}
