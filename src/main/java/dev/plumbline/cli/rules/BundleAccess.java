package dev.plumbline.cli.rules;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleAddress.Kind;
import dev.plumbline.bundle.BundleFile;
import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.BundleTrust;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.revision.RuleAssembly;
import java.io.IOException;
import picocli.CommandLine.Option;

/** How the verbs of bundles reach them: the option {@code --plain-http}. */
public final class BundleAccess {

  @Option(
      names = "--plain-http",
      description = "Reach a registry over http; one on this machine always is.")
  private boolean plainHttp;

  /** Opens the place of an address; the second argument is whether http is wanted. */
  @FunctionalInterface
  public interface Opener {

    /** A file needs no configuration; others have that of the program. */
    Opener CONFIGURED =
        (address, plainHttp) ->
            address.kind() == Kind.FILE
                ? new BundleFile(address)
                : RuleAssembly.current().bundles().open(address, plainHttp);

    BundlePlace open(BundleAddress address, boolean plainHttp);
  }

  BundlePlace open(BundleAddress address, Opener opener) {
    return opener.open(address, plainHttp);
  }

  /** What is at {@code place}, by whomever. */
  static byte[] read(BundlePlace place) {
    try {
      return place.read();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /**
   * The bundle at {@code place}, verified.
   *
   * @throws InvalidBundleException when it is refused
   */
  static RuleBundle verified(BundlePlace place, VerifierKey key) {
    try {
      return BundleTrust.of(key).read(place);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  static RuntimeException unreachable(IOException e) {
    return Errors.badInput(String.valueOf(e.getMessage()));
  }
}
