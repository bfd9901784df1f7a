package dev.plumbline.cli.rules;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleAddress.Kind;
import dev.plumbline.bundle.BundleFile;
import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.rules.BundleAccess.Opener;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules push}: a bundle into a registry or a bucket, where hosts find it. */
@Command(
    name = "push",
    description = {
      "Push a bundle to a channel of a registry or a bucket.",
      "Its content first, then the channel. Hosts that follow the channel take it within"
          + " plumbline.rules.bundle.poll."
    },
    parameterListHeading = "%nBundle:%n",
    footer = {
      "  plumbline rules push policy.tgz oci://registry.example.com/platform/policy:canary",
      "      into an OCI registry, as whom docker login says",
      "  plumbline rules push policy.tgz s3://acme-policy/platform:stable",
      "      into a bucket, with the credentials of the AWS SDK"
    },
    exitCodeList = {
      "0:pushed",
      "1:the bundle is not valid, nothing is pushed; or an internal error",
      "2:it cannot be read or written, or invalid input"
    })
public final class RulesPushCommand extends Verb {

  @Parameters(index = "0", paramLabel = "FILE", description = "What plumbline rules pack wrote.")
  @SuppressWarnings("NullAway.Init")
  private String file;

  @Parameters(
      index = "1",
      paramLabel = "ADDRESS",
      description = "oci://REGISTRY/REPOSITORY:CHANNEL or s3://BUCKET/PATH:CHANNEL.")
  @SuppressWarnings("NullAway.Init")
  private String to;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private BundleAccess access;

  private final Opener opener;

  public RulesPushCommand() {
    this(Opener.CONFIGURED);
  }

  public RulesPushCommand(Opener opener) {
    this.opener = opener;
  }

  @Override
  public Integer call() {
    BundleAddress address = BundleAddress.of(to);
    if (address.kind() == Kind.FILE) {
      throw invalid(
          to + " is a file. Try: oci://registry.example.com/team/policy:stable, or cp for a file.");
    }
    if (address.channel() == null) {
      throw invalid(to + " names a digest, which is not chosen. Try: a channel, such as :stable.");
    }
    RuleBundle bundle;
    try (BundlePlace source = new BundleFile(BundleAddress.of(file))) {
      bundle = RuleBundle.read(BundleAccess.read(source));
      bundle.requireUsable(address.channel());
    } catch (InvalidBundleException e) {
      Errors.print(file + " " + e.getMessage(), err());
      return ExitCodes.FAILED;
    }
    PrintWriter out = out();
    try (BundlePlace place = access.open(address, opener)) {
      String digest = place.write(bundle);
      out.println(
          "pushed %s, sequence %d, to %s"
              .formatted(bundle.manifest().title(), bundle.manifest().sequence(), address));
      out.println("digest    " + bundle.digest());
      out.println("there as  " + digest);
    } catch (IOException e) {
      throw BundleAccess.unreachable(e);
    }
    return ExitCodes.ANSWERED;
  }
}
