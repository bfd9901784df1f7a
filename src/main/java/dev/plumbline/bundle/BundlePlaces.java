package dev.plumbline.bundle;

import dev.plumbline.client.Retry;
import dev.plumbline.log.s3.S3Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Opens the places that addresses of bundles name. */
public final class BundlePlaces {

  private static final Duration HELPER_LIMIT = Duration.ofSeconds(30);

  private final BundleSettings settings;
  private final Map<String, String> environment;
  private final Retry retry;

  /**
   * @param environment of the process, for the configuration of Docker and its credential helpers
   */
  public BundlePlaces(BundleSettings settings, Map<String, String> environment, Retry retry) {
    this.settings = settings;
    this.environment = Map.copyOf(environment);
    this.retry = retry;
  }

  /**
   * The place, which sends nothing before it is asked; to be closed.
   *
   * @param plainHttp whether a registry may be reached over http, whatever is configured
   */
  public BundlePlace open(BundleAddress address, boolean plainHttp) {
    return switch (address.kind()) {
      case FILE -> new BundleFile(address);
      case OCI -> {
        var credentials =
            new RegistryCredentials(
                settings.username().orElse(null),
                settings.password().orElse(null),
                dockerConfig(),
                new CredentialHelpers(environment, HELPER_LIMIT));
        yield new OciBundle(
            address,
            new RegistryClient(
                address.host(), plainHttp || settings.plainHttp(), credentials, retry));
      }
      case S3 ->
          new S3Bundle(
              address,
              () ->
                  S3Clients.of(
                      settings.s3().region().orElse(null), settings.s3().endpoint().orElse(null)));
    };
  }

  private Path dockerConfig() {
    String folder = environment.get("DOCKER_CONFIG");
    return (folder == null || folder.isEmpty()
            ? Path.of(environment.getOrDefault("HOME", "/"), ".docker")
            : Path.of(folder))
        .resolve("config.json");
  }
}
