package dev.plumbline.cli.rules;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleFile;
import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.rules.BundleAccess.Opener;
import dev.plumbline.cli.table.TextFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules pull}: a verified bundle, as a file or as a folder of rules. */
@Command(
    name = "pull",
    description = {
      "Pull a bundle, verify it, and write it as a file or a folder.",
      "Nothing is written unless it verifies."
    },
    parameterListHeading = "%nBundle:%n",
    footer = {
      "  plumbline rules pull oci://registry.example.com/platform/policy:stable --key key.pub -o"
          + " policy.tgz",
      "      the bundle that the channel stable names now",
      "  plumbline rules pull policy.tgz --key key.pub --into my-rules",
      "      its rules as a folder, for plumbline test, diff and evaluate"
    },
    exitCodeList = {
      "0:written",
      "1:it does not verify, nothing is written; or an internal error",
      "2:it cannot be read or written, or invalid input"
    })
public final class RulesPullCommand extends Verb {

  @Parameters(
      paramLabel = "ADDRESS",
      description =
          "oci://REGISTRY/REPOSITORY:CHANNEL, s3://BUCKET/PATH:CHANNEL, …@sha256:DIGEST, or a file.")
  @SuppressWarnings("NullAway.Init")
  private String from;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private BundleKey key;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private BundleAccess access;

  @ArgGroup(multiplicity = "1")
  @SuppressWarnings("NullAway.Init")
  private Target target;

  /** One of them. */
  static final class Target {

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "Write the archive to this file.")
    private @Nullable Path file;

    @Option(
        names = "--into",
        paramLabel = "DIR",
        description = "Write its files into this folder, which is not there yet, or empty.")
    private @Nullable Path folder;
  }

  private final Opener opener;

  public RulesPullCommand() {
    this(Opener.CONFIGURED);
  }

  public RulesPullCommand(Opener opener) {
    this.opener = opener;
  }

  @Override
  public Integer call() {
    BundleAddress address = BundleAddress.of(from);
    RuleBundle bundle;
    try (BundlePlace place = access.open(address, opener)) {
      bundle = BundleAccess.verified(place, key.read());
    } catch (InvalidBundleException e) {
      Errors.print(address + " " + e.getMessage(), err());
      return ExitCodes.FAILED;
    }
    PrintWriter out = out();
    try {
      write(bundle);
    } catch (IOException e) {
      throw BundleAccess.unreachable(e);
    }
    out.println(
        "pulled %s, sequence %d, from %s"
            .formatted(bundle.manifest().title(), bundle.manifest().sequence(), address));
    out.println("digest  " + bundle.digest());
    out.println(
        target.folder == null
            ? "written to " + target.file
            : TextFormat.count(bundle.files().size(), "file") + " written to " + target.folder);
    return ExitCodes.ANSWERED;
  }

  private void write(RuleBundle bundle) throws IOException {
    if (target.folder != null) {
      unpack(bundle, target.folder);
    } else {
      new BundleFile(BundleAddress.of(String.valueOf(target.file))).write(bundle);
    }
  }

  /** The folder is there with all files or not at all, whenever the program ends. */
  private void unpack(RuleBundle bundle, Path folder) throws IOException {
    if (Files.exists(folder)) {
      requireEmpty(folder);
    }
    try {
      Path beside = Files.createTempDirectory(folder.toAbsolutePath().getParent(), ".pull");
      Path unfinished = Files.createDirectory(beside.resolve("rules"));
      for (var file : bundle.files().entrySet()) {
        Files.writeString(unfinished.resolve(file.getKey()), file.getValue());
      }
      Files.deleteIfExists(folder);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      Files.delete(beside);
    } catch (IOException e) {
      throw new IOException(
          folder + ": cannot be written: " + e + ". Try: a folder that can be created.", e);
    }
  }

  private void requireEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw invalid(folder + ": is not a folder. Try: another name.");
    }
    try (Stream<Path> held = Files.list(folder)) {
      if (held.findAny().isPresent()) {
        throw invalid(
            folder + ": is not empty, and nothing of yours is overwritten. Try: a new folder.");
      }
    }
  }
}
