package dev.plumbline.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that {@code kubectl} of the pages speaks to, where the peers and kubectl are there:
 * an API server with the objects of the example tour, and the namespace that Plumbline is installed
 * in. Nothing runs in it, and no controller sees to anything.
 */
final class LiveCluster implements AutoCloseable {

  private static final String NAMESPACE = "plumbline";

  private final Path kubectl;
  private final List<ObjectNode> objects;
  private final KubernetesClient admin = Peers.shared().sharedClient();
  private final Set<String> before;

  private LiveCluster(Path kubectl, List<JsonNode> objects) {
    this.kubectl = kubectl;
    this.objects = objects.stream().map(LiveCluster::complete).toList();
    this.before = names(wide());
  }

  /** One that holds {@code objects}; null where there is none to be had. */
  static @Nullable LiveCluster find(List<JsonNode> objects) {
    Path kubectl =
        Stream.of(System.getenv("PATH").split(":"))
            .map(folder -> Path.of(folder, "kubectl"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    return kubectl == null || !Peers.there() ? null : new LiveCluster(kubectl, objects);
  }

  /** What the stand-in of kubectl goes by. */
  Map<String, String> environment() {
    return Map.of(
        "DOCS_KUBECTL",
        kubectl.toString(),
        "DOCS_KUBECONFIG",
        Peers.shared().env().get("KUBECONFIG"));
  }

  /** Begins anew, for a page on which all of {@code typed} is typed. */
  void reset(String typed) {
    close();
    ObjectApi server = Cluster.server();
    objects.forEach(object -> Cluster.make(server, object.deepCopy()));
    if (!typed.contains("create namespace " + NAMESPACE)) {
      admin
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
          .create();
    }
  }

  /** Takes away what was made. */
  @Override
  public void close() {
    ObjectApi server = Cluster.server();
    objects.forEach(object -> Cluster.delete(server, Cluster.ref(object)));
    for (HasMetadata object : wide()) {
      if (!before.contains(name(object))) {
        if (object.getKind().equals("Namespace")) {
          clear(object.getMetadata().getName());
        } else {
          admin.resource(object).delete();
        }
      }
    }
  }

  /** What controllers would do of a namespace that is deleted. */
  private void clear(String namespace) {
    admin.apps().deployments().inNamespace(namespace).delete();
    admin.batch().v1().jobs().inNamespace(namespace).delete();
    admin.services().inNamespace(namespace).delete();
    admin.configMaps().inNamespace(namespace).delete();
    admin.secrets().inNamespace(namespace).delete();
    admin.serviceAccounts().inNamespace(namespace).delete();
    admin.network().v1().networkPolicies().inNamespace(namespace).delete();
    admin.rbac().roleBindings().inNamespace(namespace).delete();
    admin.rbac().roles().inNamespace(namespace).delete();
    admin.namespaces().withName(namespace).delete();
    String name = "{\"metadata\": {\"name\": \"" + namespace + "\"}, ";
    admin.raw(
        "/api/v1/namespaces/" + namespace + "/finalize",
        "PUT",
        name + "\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"spec\": {\"finalizers\": []}}");
  }

  private List<HasMetadata> wide() {
    return Stream.<List<? extends HasMetadata>>of(
            admin.namespaces().list().getItems(),
            admin.rbac().clusterRoles().list().getItems(),
            admin.rbac().clusterRoleBindings().list().getItems())
        .<HasMetadata>flatMap(List::stream)
        .toList();
  }

  private static Set<String> names(List<HasMetadata> objects) {
    return objects.stream().map(LiveCluster::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(HasMetadata object) {
    return object.getKind() + "/" + object.getMetadata().getName();
  }

  /** With what Karpenter's schema asks for and no rule reads. */
  private static ObjectNode complete(JsonNode object) {
    ObjectNode complete = object.deepCopy();
    if (object.path("kind").asText().equals("EC2NodeClass")) {
      ObjectNode spec = complete.withObject("/spec").put("role", "nodes");
      for (String terms : List.of("subnetSelectorTerms", "securityGroupSelectorTerms")) {
        spec.putArray(terms).addObject().putObject("tags").put("a", "b");
      }
    }
    return complete;
  }
}
