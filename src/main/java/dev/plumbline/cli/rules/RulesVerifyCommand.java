package dev.plumbline.cli.rules;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleManifest;
import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.rules.BundleAccess.Opener;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.log.VerifierKey;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules verify}: whether a bundle is what was signed, and what it holds. */
@Command(
    name = "verify",
    description = {
      "Check signature, hashes and vocabulary of a bundle, and list it.",
      "A host that follows a channel checks the same."
    },
    parameterListHeading = "%nBundle:%n",
    footer = {
      "  plumbline rules verify policy.tgz --key key.pub",
      "      what it holds, and that nothing of it was changed",
      "  plumbline rules verify oci://registry.example.com/platform/policy:stable --key key.pub -o json",
      "      of a channel, for a pipeline"
    },
    exitCodeList = {
      "0:valid",
      "1:not valid, or an internal error",
      "2:it cannot be read, or invalid input"
    })
public final class RulesVerifyCommand extends Verb {

  private static final JsonMapper JSON = new JsonMapper();

  @Parameters(
      paramLabel = "BUNDLE",
      description =
          "A file, oci://REGISTRY/REPOSITORY:CHANNEL, s3://BUCKET/PATH:CHANNEL or …@sha256:DIGEST.")
  @SuppressWarnings("NullAway.Init")
  private String bundle;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private BundleKey key;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private BundleAccess access;

  private final Opener opener;

  public RulesVerifyCommand() {
    this(Opener.CONFIGURED);
  }

  public RulesVerifyCommand(Opener opener) {
    this.opener = opener;
  }

  @Override
  public Integer call() {
    boolean json = output.json(command());
    VerifierKey expected = key.read();
    BundleAddress address = BundleAddress.of(bundle);
    RuleBundle read = null;
    String fault = null;
    try (BundlePlace place = access.open(address, opener)) {
      read = RuleBundle.read(BundleAccess.read(place));
      read.verify(expected, BuildInfo.current().vocabulary(), address.channel());
    } catch (InvalidBundleException e) {
      fault = e.getMessage();
    }
    if (json) {
      data().println(json(read, fault));
    } else {
      table(read, fault, out());
    }
    return fault == null ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private void table(@Nullable RuleBundle read, @Nullable String fault, PrintWriter out) {
    if (read == null || fault != null) {
      out.println("not valid: " + bundle + " " + fault);
      return;
    }
    BundleManifest manifest = read.manifest();
    out.println("valid: %s, sequence %d".formatted(manifest.title(), manifest.sequence()));
    out.println("  digest      " + read.digest());
    out.println(
        "  channel     "
            + (manifest.channel() == null ? "any" : manifest.channel() + ", and no other"));
    out.println("  created     " + manifest.created() + ", by Plumbline " + manifest.plumbline());
    out.println("  vocabulary  " + manifest.vocabulary());
    out.println("  rules       " + manifest.rules());
    out.println("  files");
    manifest.files().forEach((name, sum) -> out.println("    " + sum + "  " + name));
  }

  private static String json(@Nullable RuleBundle read, @Nullable String fault) {
    ObjectNode json = JSON.createObjectNode().put("valid", fault == null);
    if (fault != null) {
      json.put("reason", fault);
    }
    if (read != null) {
      json.put("digest", read.digest()).put("signed", read.signed());
      json.set("manifest", read.manifest().json());
    }
    return json.toPrettyString();
  }
}
