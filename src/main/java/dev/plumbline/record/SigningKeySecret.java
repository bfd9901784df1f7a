package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.kubernetes.ObjectServer;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.SigningKey;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that hold a key that signs a decision log: away from the log, and not readable by whoever
 * creates them, who needs no other right than to create.
 */
public final class SigningKeySecret {

  /** As in {@code plumbline.audit.key-file} of the shipped manifests. */
  public static final String FILE = "key.pem";

  private static final String ALREADY_EXISTS = "AlreadyExists";

  private final ObjectServer server;
  private final String namespace;

  /**
   * @param namespace where Secrets are created
   */
  public SigningKeySecret(ObjectServer server, String namespace) {
    this.server = server;
    this.namespace = namespace;
  }

  public String namespace() {
    return namespace;
  }

  /**
   * Creates the Secret with a new key; a log has one key for its whole life, so one that exists is
   * left as it is.
   *
   * @return the public half (PEM); null if the Secret exists
   * @throws WriteFaultException when it cannot be created
   */
  public @Nullable String create(String name) {
    SigningKey key = SigningKey.create(name);
    ObjectNode secret = JsonNodeFactory.instance.objectNode();
    secret
        .put("apiVersion", "v1")
        .put("kind", "Secret")
        .put("type", "Opaque")
        .put("immutable", true);
    secret
        .putObject("metadata")
        .put("name", name)
        .put("namespace", namespace)
        .putObject("labels")
        .put("app.kubernetes.io/part-of", "plumbline");
    secret.putObject("stringData").put(FILE, key.pem());
    try {
      server.create(new ObjectRef("v1", "Secret", namespace, name), secret);
    } catch (WriteFaultException e) {
      if (e.code().equals(ALREADY_EXISTS)) {
        return null;
      }
      throw e;
    }
    return key.verifier().pem();
  }
}
