package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.RevisionJson.BrokenException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps revisions in ConfigMaps: {@code plumbline-revisions} has the index and pending requests,
 * {@code plumbline-revision-DIGEST} the text of each. The index is written with the resourceVersion
 * that was read, so that of two concurrent writers one fails.
 */
public final class ConfigMapStore implements RevisionStore {

  private static final Logger LOG = Logger.getLogger(ConfigMapStore.class);

  private static final String NAME = "plumbline-revisions";
  private static final String CONTENT = "plumbline-revision-";
  private static final String INDEX = "index.json";
  private static final String REQUEST = "request.";
  private static final String ATTEMPTS = "attempts.";
  private static final Pattern NOT_OF_A_KEY = Pattern.compile("[^-._a-zA-Z0-9]");

  /** What a replica has left for longer, which is gone by then. */
  private static final Duration MAX_AGE = Duration.ofDays(1);

  private static final int CONFLICT = 409;
  private static final int MAX_ATTEMPTS = 5;

  private final KubernetesClient client;
  private final String namespace;
  private final String attempts;

  private final Map<String, String> texts = new HashMap<>();

  private final Consumer<String> steps;
  private @Nullable String index;

  public ConfigMapStore(KubernetesClient client, String namespace) {
    this(client, namespace, "", step -> {});
  }

  /**
   * @param replica who keeps its attempts there; empty for none
   */
  public ConfigMapStore(KubernetesClient client, String namespace, String replica) {
    this(client, namespace, replica, step -> {});
  }

  /**
   * @param steps called after each step, for tests: {@code plumbline-revisions written}
   */
  ConfigMapStore(
      KubernetesClient client, String namespace, String replica, Consumer<String> steps) {
    this.steps = steps;
    this.attempts = ATTEMPTS + NOT_OF_A_KEY.matcher(replica).replaceAll("-");
    this.client = ApiClient.withoutRetries(client, null);
    this.namespace = namespace;
  }

  @Override
  public synchronized RevisionHistory read() {
    return asking(
        () -> {
          ConfigMap map = resource(NAME).get();
          String now = map == null ? null : data(map).get(INDEX);
          index = now;
          if (now == null) {
            return RevisionHistory.NONE;
          }
          try {
            return RevisionJson.history(now, this::content);
          } catch (BrokenException e) {
            throw new RevisionStore.FaultException(
                place()
                    + ": the index "
                    + e.getMessage()
                    + ". Try: restore it, or delete "
                    + NAME
                    + ": then what is offered serves without preview.");
          }
        });
  }

  private @Nullable JsonNode content(String digest) {
    String text = texts.get(digest);
    if (text == null) {
      ConfigMap map = resource(name(digest)).get();
      String packed = map == null ? null : Packed.of(map);
      if (packed == null) {
        LOG.warnf("A revision is left out, its text is gone: name=%s", name(digest));
        return null;
      }
      text = packed;
    }
    try {
      JsonNode content = RevisionJson.content(text, digest);
      texts.put(digest, text);
      return content;
    } catch (BrokenException e) {
      LOG.warnf(
          "A revision is left out, its text cannot be used: name=%s why=%s",
          name(digest), e.getMessage());
      return null;
    }
  }

  @Override
  public synchronized void write(RevisionHistory history) {
    doing(
        () -> {
          for (Revision each : history.revisions()) {
            String text = RevisionJson.content(each);
            if (!text.equals(texts.get(each.digest()))) {
              keep(each.digest(), text);
              texts.put(each.digest(), text);
            }
          }
          String next = RevisionJson.index(history);
          String before = index;
          change(
              map -> {
                if (!Objects.equals(map.get(INDEX), before)) {
                  throw new RevisionStore.FaultException(
                      place() + ": another replica has written it");
                }
                map.put(INDEX, next);
              });
          index = next;
          prune(history);
        });
  }

  private void keep(String digest, String text) {
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name(digest))
            .withNamespace(namespace)
            .addToLabels("app.kubernetes.io/managed-by", "plumbline")
            .addToLabels("plumbline.dev/revision", Revision.brief(digest))
            .endMetadata()
            .withBinaryData(Map.of(Packed.KEY, Packed.of(text, digest)))
            .build();
    Resource<ConfigMap> there = resource(name(digest));
    if (there.get() == null) {
      client.configMaps().inNamespace(namespace).resource(map).create();
    } else {
      client.configMaps().inNamespace(namespace).resource(map).update();
    }
    steps.accept(name(digest) + " written");
  }

  private void prune(RevisionHistory history) {
    List<String> kept = history.revisions().stream().map(each -> name(each.digest())).toList();
    for (ConfigMap map :
        client
            .configMaps()
            .inNamespace(namespace)
            .withLabel("plumbline.dev/revision")
            .list()
            .getItems()) {
      String name = map.getMetadata().getName();
      if (name.startsWith(CONTENT) && !kept.contains(name)) {
        var unused = resource(name).delete();
        steps.accept(name + " deleted");
      }
    }
    texts.keySet().removeIf(digest -> !kept.contains(name(digest)));
  }

  @Override
  public List<RevisionRequest> requests() {
    return asking(
        () -> {
          var requests = new ArrayList<RevisionRequest>();
          ConfigMap map = resource(NAME).get();
          if (map != null) {
            data(map)
                .forEach(
                    (key, text) -> {
                      if (key.startsWith(REQUEST)) {
                        request(key, text, requests);
                      }
                    });
          }
          requests.sort(Comparator.comparing(RevisionRequest::at));
          return requests;
        });
  }

  private static void request(String key, String text, List<RevisionRequest> requests) {
    try {
      requests.add(RevisionJson.request(key.substring(REQUEST.length()), text));
    } catch (BrokenException e) {
      LOG.warnf("A request is left alone: key=%s why=%s", key, e.getMessage());
    }
  }

  @Override
  public void ask(RevisionRequest request) {
    doing(
        () -> {
          change(map -> map.put(REQUEST + request.id(), RevisionJson.request(request)));
        });
  }

  @Override
  public void answered(RevisionRequest request) {
    doing(
        () -> {
          change(map -> map.remove(REQUEST + request.id()));
        });
  }

  @Override
  public Attempts attempts() {
    return asking(
        () -> {
          ConfigMap map = resource(NAME).get();
          String text = map == null ? null : data(map).get(attempts);
          return text == null ? Attempts.NONE : attempts(attempts, text);
        });
  }

  private static Attempts attempts(String key, String text) {
    try {
      return RevisionJson.attempts(text);
    } catch (BrokenException e) {
      LOG.warnf("What was begun is unknown: key=%s why=%s", key, e.getMessage());
      return Attempts.NONE;
    }
  }

  @Override
  public void keep(Attempts next) {
    if (attempts.equals(ATTEMPTS)) {
      return;
    }
    doing(
        () ->
            change(
                map -> {
                  map.entrySet()
                      .removeIf(
                          each ->
                              each.getKey().startsWith(ATTEMPTS)
                                  && attempts(each.getKey(), each.getValue())
                                      .at()
                                      .isBefore(next.at().minus(MAX_AGE)));
                  if (next.byDigest().isEmpty()) {
                    map.remove(attempts);
                  } else {
                    map.put(attempts, RevisionJson.attempts(next));
                  }
                }));
  }

  @Override
  public String place() {
    return "ConfigMap " + namespace + "/" + NAME;
  }

  private void change(Consumer<Map<String, String>> change) {
    for (int left = MAX_ATTEMPTS; ; left--) {
      ConfigMap there = resource(NAME).get();
      Map<String, String> data = new HashMap<>(there == null ? Map.of() : data(there));
      change.accept(data);
      try {
        if (there == null) {
          ConfigMap made =
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(NAME)
                  .withNamespace(namespace)
                  .addToLabels("app.kubernetes.io/managed-by", "plumbline")
                  .endMetadata()
                  .withData(data)
                  .build();
          client.configMaps().inNamespace(namespace).resource(made).create();
        } else {
          ConfigMap changed = new ConfigMapBuilder(there).withData(data).build();
          client
              .configMaps()
              .inNamespace(namespace)
              .resource(changed)
              .lockResourceVersion(there.getMetadata().getResourceVersion())
              .update();
        }
        steps.accept(NAME + " written");
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT || left <= 1) {
          throw e;
        }
      }
    }
  }

  private Resource<ConfigMap> resource(String name) {
    return client.configMaps().inNamespace(namespace).withName(name);
  }

  private static Map<String, String> data(ConfigMap map) {
    return map.getData() == null ? Map.of() : map.getData();
  }

  private static String name(String digest) {
    return CONTENT + Revision.brief(digest);
  }

  private void doing(Runnable doing) {
    Object unused =
        asking(
            () -> {
              doing.run();
              return place();
            });
  }

  private <T> T asking(Supplier<T> asking) {
    try {
      return asking.get();
    } catch (KubernetesClientException e) {
      throw new RevisionStore.FaultException(
          place()
              + ": "
              + String.valueOf(ApiException.rootMessage(e)).lines().findFirst().orElse("no answer")
              + (e.getCode() == 403
                  ? ". Try: check the permissions on configmaps."
                  : ". Try: check that the API server can be reached."),
          e);
    }
  }

  /** Text as a ConfigMap holds it, so that more of it fits: gzip in base64. */
  static final class Packed {

    static final String KEY = "content.json.gz";

    /** The most bytes of content in a ConfigMap, less room for metadata. */
    private static final int MAX_BYTES = (1 << 20) - (1 << 12);

    private static final Logger LOG = Logger.getLogger(Packed.class);

    private Packed() {}

    static String of(String text, String digest) {
      var bytes = new ByteArrayOutputStream();
      try (var packed = new GZIPOutputStream(bytes)) {
        packed.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (bytes.size() > MAX_BYTES) {
        throw new RevisionStore.FaultException(
            String.format(
                Locale.ROOT,
                "revision %s takes %,d bytes packed, and a ConfigMap holds %,d."
                    + " Try: lay fewer files over the shipped ones.",
                Revision.brief(digest),
                bytes.size(),
                MAX_BYTES));
      }
      return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static @Nullable String of(ConfigMap map) {
      Map<String, String> data = map.getBinaryData();
      String packed = data == null ? null : data.get(KEY);
      if (packed == null) {
        return null;
      }
      try (var text =
          new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(packed)))) {
        return new String(text.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException | IllegalArgumentException e) {
        LOG.warnf("A ConfigMap cannot be unpacked: name=%s why=%s", map.getMetadata().getName(), e);
        return null;
      }
    }
  }
}
