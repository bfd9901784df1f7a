package dev.plumbline.cli.audit;

import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.log.SigningKey;
import dev.plumbline.record.SigningKeySecret;
import dev.plumbline.wiring.HostAssembly;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline audit key}: a new key that signs a decision log. */
@Command(
    name = "key",
    description = {
      "Create an Ed25519 key that signs a decision log.",
      "It is printed, or written to a Secret; an existing Secret is not changed. Do not store it"
          + " with the log."
    },
    exitCodeList = "2:the Secret cannot be created",
    footer = {
      "  (umask 077 && plumbline audit key > key.pem)",
      "      the private key, as plumbline.audit.key-file reads it (PKCS#8, PEM)",
      "  plumbline audit key --secret plumbline-audit-key > key.pub",
      "      creates it in the cluster of your kubeconfig and prints the public key"
    })
public final class AuditKeyCommand extends Verb {

  @Option(
      names = "--secret",
      paramLabel = "NAME",
      description = "Create this Secret with key.pem, and print only the public key.")
  private @Nullable String secret;

  @Option(
      names = "--namespace",
      paramLabel = "NS",
      description =
          "The namespace of the Secret (default: that of the pod, or of your kubeconfig).")
  private @Nullable String namespace;

  private final Function<@Nullable String, SigningKeySecret> secrets;

  public AuditKeyCommand() {
    this(
        namespace -> {
          HostAssembly host = HostAssembly.current();
          return new SigningKeySecret(
              host.server(), namespace == null ? host.namespace() : namespace);
        });
  }

  public AuditKeyCommand(Function<@Nullable String, SigningKeySecret> secrets) {
    this.secrets = secrets;
  }

  @Override
  public Integer call() {
    if (secret == null) {
      if (namespace != null) {
        throw invalid("--namespace is of a Secret. Try: --secret NAME.");
      }
      data().print(SigningKey.create("plumbline").pem());
      return ExitCodes.ANSWERED;
    }
    SigningKeySecret created = secrets.apply(namespace);
    String name = created.namespace() + "/" + secret;
    try {
      String publicKey = created.create(secret);
      if (publicKey == null) {
        err().println("Secret " + name + " already exists; it is not changed");
      } else {
        err().println("created Secret " + name + "; keep its public key elsewhere:");
        data().print(publicKey);
      }
      return ExitCodes.ANSWERED;
    } catch (WriteFaultException e) {
      throw Errors.badInput(
          "Secret "
              + name
              + " cannot be created: "
              + e.code()
              + ": "
              + e.getMessage()
              + ". Try: set KUBECONFIG, or request the right to create Secrets in "
              + created.namespace()
              + ".");
    }
  }
}
