package dev.plumbline.bundle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Nothing is configured but, perhaps, a user. */
public record TestSettings(Optional<String> username, Optional<String> password)
    implements BundleSettings {

  public static final TestSettings NONE = new TestSettings(Optional.empty(), Optional.empty());

  @Override
  public Optional<String> address() {
    return Optional.empty();
  }

  @Override
  public Optional<String> key() {
    return Optional.empty();
  }

  @Override
  public Optional<Path> keyFile() {
    return Optional.empty();
  }

  @Override
  public Duration poll() {
    return Duration.ofSeconds(30);
  }

  @Override
  public boolean plainHttp() {
    return false;
  }

  @Override
  public S3 s3() {
    return new S3() {
      @Override
      public Optional<String> region() {
        return Optional.empty();
      }

      @Override
      public Optional<String> endpoint() {
        return Optional.empty();
      }
    };
  }
}
