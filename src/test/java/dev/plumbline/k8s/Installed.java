package dev.plumbline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The chart as it is installed in the API server of the peers by Helm. That server is older than
 * the chart asks for and has no policy/v1, so a copy is installed that asks for none, without the
 * PodDisruptionBudget. It has no controllers: no pod runs, and no Job of a hook ends.
 */
public final class Installed {

  /** Where it is installed. */
  public static final String NAMESPACE = "installed";

  private static final String RELEASE = "plumbline";

  private final Path folder;
  private final Path chart;
  private final Path kubeconfig;

  /**
   * Installs it, with the values of a variant.
   *
   * @param folder an empty folder
   */
  public Installed(Path folder, String variant) {
    this.folder = folder;
    this.chart = folder.resolve("chart");
    this.kubeconfig = Path.of(Peers.shared().env().get("KUBECONFIG"));
    Chart.copy(chart, "kubeVersion:", "# kubeVersion:");
    // The API server of the peers is older than rules in definitions.
    if (!chart.resolve("templates/imageverdicts.yaml").toFile().delete()) {
      throw new IllegalStateException("the definition is somewhere else");
    }
    new Helm(chart)
        .install()
        .withName(RELEASE)
        .withNamespace(NAMESPACE)
        .createNamespace()
        .withKubeConfig(kubeconfig)
        .withValuesFile(Chart.values(variant))
        .set("podDisruptionBudget.enabled", "false")
        .call();
  }

  /** Skips the test where Helm or the peers are not there. */
  public static void assumePossible() {
    Peers.assumeThere();
    Chart.assumeHelm();
  }

  /** Upgrades it to other values, in YAML. */
  public void upgrade(String values) {
    try {
      Path file = Files.writeString(folder.resolve("upgrade.yaml"), values);
      new Helm(chart)
          .upgrade()
          .withName(RELEASE)
          .withNamespace(NAMESPACE)
          .withKubeConfig(kubeconfig)
          .withValuesFile(file)
          .set("podDisruptionBudget.enabled", "false")
          .call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes it. What its hook would do is left to {@link #giver}. */
  public void uninstall() {
    Helm.uninstall(RELEASE).withNamespace(NAMESPACE).withKubeConfig(kubeconfig).noHooks().call();
  }

  /** Makes what the hook of the removal makes, but for its Job; a client of the Job's account. */
  public KubernetesClient giver(KubernetesClient admin) {
    for (JsonNode object : Chart.hooks(folder.resolve("hooks"), Chart.values("enforce"))) {
      if (!object.path("kind").asText().equals("Job")) {
        String text =
            object
                .toString()
                .replace("\"namespace\":\"plumbline\"", "\"namespace\":\"" + NAMESPACE + "\"");
        HasMetadata resource = admin.getKubernetesSerialization().unmarshal(text);
        admin.resource(resource).forceConflicts().serverSideApply();
      }
    }
    return as(admin, "plumbline-release");
  }

  /** Takes away what {@link #giver} made. */
  public static void clean(KubernetesClient admin) {
    admin.rbac().clusterRoleBindings().withName("plumbline-release").delete();
    admin.rbac().clusterRoles().withName("plumbline-release").delete();
    admin.serviceAccounts().inNamespace(NAMESPACE).withName("plumbline-release").delete();
  }

  /** A client of one of the accounts that were installed. */
  public static KubernetesClient as(KubernetesClient admin, String account) {
    String token =
        admin
            .serviceAccounts()
            .inNamespace(NAMESPACE)
            .withName(account)
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
            .getStatus()
            .getToken();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(Peers.shared().config().getMasterUrl())
            .withCaCertData(Peers.shared().config().getCaCertData())
            .withCaCertFile(Peers.shared().config().getCaCertFile())
            .withTrustCerts(Peers.shared().config().isTrustCerts())
            .withOauthToken(token)
            .withRequestRetryBackoffLimit(0)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** Whatever carries the label of the release, by kind and name. */
  public static List<String> objects(KubernetesClient admin) {
    List<List<? extends HasMetadata>> kinds =
        List.of(
            admin
                .apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, RELEASE)
                .list()
                .getItems(),
            admin.services().inNamespace(NAMESPACE).withLabel(LABEL, RELEASE).list().getItems(),
            admin.configMaps().inNamespace(NAMESPACE).withLabel(LABEL, RELEASE).list().getItems(),
            admin
                .serviceAccounts()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, RELEASE)
                .list()
                .getItems(),
            admin
                .network()
                .v1()
                .networkPolicies()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, RELEASE)
                .list()
                .getItems(),
            admin.rbac().roles().inNamespace(NAMESPACE).withLabel(LABEL, RELEASE).list().getItems(),
            admin
                .rbac()
                .roleBindings()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, RELEASE)
                .list()
                .getItems(),
            admin.rbac().clusterRoles().withLabel(LABEL, RELEASE).list().getItems(),
            admin.rbac().clusterRoleBindings().withLabel(LABEL, RELEASE).list().getItems());
    return kinds.stream()
        .flatMap(List::stream)
        .map(object -> object.getKind() + "/" + object.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static final String LABEL = "app.kubernetes.io/instance";
}
