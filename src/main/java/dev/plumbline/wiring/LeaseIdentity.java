package dev.plumbline.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The location of the Lease and the identity of this replica. */
public record LeaseIdentity(String namespace, String identity) {

  private static final Path SERVICE_ACCOUNT =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  public static LeaseIdentity of(LeaderSettings settings) {
    return of(settings, System::getenv, SERVICE_ACCOUNT);
  }

  static LeaseIdentity of(
      LeaderSettings settings, Function<String, @Nullable String> environment, Path file) {
    String identity =
        settings
            .identity()
            .orElseGet(() -> first(environment.apply("POD_NAME"), environment.apply("HOSTNAME")));
    return new LeaseIdentity(
        settings
            .namespace()
            .orElseGet(() -> first(environment.apply("POD_NAMESPACE"), text(file), "default")),
        identity.isEmpty() ? "plumbline-" + UUID.randomUUID() : identity);
  }

  private static String first(@Nullable String... texts) {
    for (String text : texts) {
      if (text != null && !text.isBlank()) {
        return text.strip();
      }
    }
    return "";
  }

  private static @Nullable String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      return null;
    }
  }
}
