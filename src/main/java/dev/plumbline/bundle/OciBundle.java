package dev.plumbline.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.bundle.RegistryClient.Answer;
import dev.plumbline.bundle.RegistryClient.Request;
import dev.plumbline.log.EntryForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A repository of an OCI registry, as ORAS lays artifacts out: a manifest of type {@value #TYPE}
 * with an empty configuration and one layer, the archive. The tag is the channel.
 */
final class OciBundle implements BundlePlace {

  /** The type of the artifact. */
  static final String TYPE = "application/vnd.plumbline.rules.v1";

  /** The type of its layer. */
  static final String LAYER = TYPE + ".tar+gzip";

  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String EMPTY = "application/vnd.oci.empty.v1+json";
  private static final byte[] EMPTY_CONTENT = "{}".getBytes(StandardCharsets.UTF_8);
  private static final Set<Integer> WRITTEN = Set.of(201, 202, 204);
  private static final JsonMapper JSON = new JsonMapper();

  private final BundleAddress address;
  private final RegistryClient registry;

  /**
   * @param registry closed with this
   */
  OciBundle(BundleAddress address, RegistryClient registry) {
    this.address = address;
    this.registry = registry;
  }

  @Override
  public BundleAddress address() {
    return address;
  }

  @Override
  public void close() {
    registry.close();
  }

  private String path(String kind, String reference) {
    return "/v2/" + address.path() + "/" + kind + "/" + reference;
  }

  private String manifestPath() {
    return path(
        "manifests",
        address.digest() != null ? address.digest() : String.valueOf(address.channel()));
  }

  private IOException fault(String why) {
    return new IOException(address + ": " + why);
  }

  private IOException fault(Answer answer) {
    return fault(registry.refusal(answer));
  }

  private IOException nothing() {
    return fault("names nothing. Try: plumbline rules push policy.tgz " + address + ".");
  }

  @Override
  public @Nullable String identity() throws IOException {
    Answer answer = registry.send(new Request("HEAD", manifestPath(), MANIFEST, null));
    if (answer.status() == 404) {
      return null;
    }
    if (answer.status() != 200) {
      throw fault(answer);
    }
    String digest = answer.header("Docker-Content-Digest");
    return digest.isEmpty() ? RuleBundle.digest(manifestBytes()) : digest;
  }

  private JsonNode manifest() throws IOException {
    try {
      return JSON.readTree(manifestBytes());
    } catch (JsonProcessingException e) {
      throw new InvalidBundleException(
          "has a manifest that is not JSON: "
              + e.getOriginalMessage()
              + ". Try: plumbline rules push.");
    }
  }

  private byte[] manifestBytes() throws IOException {
    Answer answer = registry.send(Request.get(manifestPath(), MANIFEST));
    if (answer.status() == 404) {
      throw nothing();
    }
    if (answer.status() != 200) {
      throw fault(answer);
    }
    if (address.digest() != null && !address.digest().equals(RuleBundle.digest(answer.body()))) {
      throw new InvalidBundleException(
          "has another manifest than its digest names. Try: another registry, this one is not to be"
              + " trusted.");
    }
    return answer.body();
  }

  @Override
  public byte[] read() throws IOException {
    JsonNode layer = layer(manifest());
    String digest = layer.path("digest").asText();
    if (!digest.matches("sha256:[0-9a-f]{64}")
        || layer.path("size").asLong() > RuleBundle.MAX_BYTES) {
      throw new InvalidBundleException(
          "has a layer of digest '"
              + digest
              + "' and size "
              + layer.path("size")
              + ", which is no bundle. Try: plumbline rules push.");
    }
    Answer answer = registry.send(Request.get(path("blobs", digest), null));
    if (answer.status() != 200) {
      throw fault(answer);
    }
    if (!RuleBundle.digest(answer.body()).equals(digest)) {
      throw new InvalidBundleException(
          "has another layer than its manifest names: the bundle was changed. Try: push it again.");
    }
    return answer.body();
  }

  private static JsonNode layer(JsonNode manifest) {
    JsonNode found = null;
    for (JsonNode each : manifest.path("layers")) {
      if (each.path("mediaType").asText().equals(LAYER)) {
        found = each;
      }
    }
    if (found == null || !manifest.path("artifactType").asText().equals(TYPE)) {
      throw new InvalidBundleException(
          "is an artifact of type '"
              + manifest.path("artifactType").asText()
              + "', and not "
              + TYPE
              + ". Try: the repository that plumbline rules push wrote to.");
    }
    return found;
  }

  @Override
  public String write(RuleBundle bundle) throws IOException {
    if (address.channel() == null) {
      throw fault("names a digest, which is not chosen. Try: a channel, such as :stable.");
    }
    upload(EMPTY_CONTENT);
    upload(bundle.bytes());
    byte[] manifest = manifest(bundle);
    Answer answer = registry.send(new Request("PUT", manifestPath(), MANIFEST, manifest));
    if (!WRITTEN.contains(answer.status())) {
      throw fault(answer);
    }
    return RuleBundle.digest(manifest);
  }

  private void upload(byte[] blob) throws IOException {
    String digest = RuleBundle.digest(blob);
    Answer there = registry.send(new Request("HEAD", path("blobs", digest), null, null));
    if (there.status() == 200) {
      return;
    }
    // An upload that was interrupted begins anew.
    Answer answer =
        registry
            .retry()
            .of(
                () -> {
                  Answer begun =
                      registry.once(
                          new Request("POST", path("blobs", "uploads/"), null, new byte[0]));
                  String session = begun.header("Location");
                  if (begun.status() != 202 || session.isEmpty()) {
                    throw fault(begun);
                  }
                  String target =
                      session + (session.contains("?") ? "&" : "?") + "digest=" + digest;
                  return registry.once(
                      new Request("PUT", target, "application/octet-stream", blob));
                });
    if (!WRITTEN.contains(answer.status())) {
      throw fault(answer);
    }
  }

  /** The same bundle is the same manifest. */
  private static byte[] manifest(RuleBundle bundle) {
    BundleManifest about = bundle.manifest();
    ObjectNode manifest = JSON.createObjectNode();
    manifest.put("schemaVersion", 2);
    manifest.put("mediaType", MANIFEST);
    manifest.put("artifactType", TYPE);
    manifest.set(
        "config",
        descriptor(EMPTY, EMPTY_CONTENT)
            .put("data", Base64.getEncoder().encodeToString(EMPTY_CONTENT)));
    ObjectNode layer = descriptor(LAYER, bundle.bytes());
    layer.putObject("annotations").put("org.opencontainers.image.title", about.name() + ".tgz");
    manifest.putArray("layers").add(layer);
    ObjectNode annotations = manifest.putObject("annotations");
    annotations.put("org.opencontainers.image.created", about.created().toString());
    annotations.put("org.opencontainers.image.title", about.name());
    if (about.version() != null) {
      annotations.put("org.opencontainers.image.version", about.version());
    }
    annotations.put("dev.plumbline.rules.sequence", Long.toString(about.sequence()));
    annotations.put("dev.plumbline.rules.vocabulary", about.vocabulary());
    return EntryForm.canonical(manifest);
  }

  private static ObjectNode descriptor(String type, byte[] content) {
    return JSON.createObjectNode()
        .put("mediaType", type)
        .put("digest", RuleBundle.digest(content))
        .put("size", content.length);
  }
}
