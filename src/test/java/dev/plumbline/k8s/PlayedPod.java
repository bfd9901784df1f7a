package dev.plumbline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a kubelet does of a pod, where there is none: the packaged program with the variables, the
 * mounted files and the account of a pod's specification in the API server, below a folder.
 */
final class PlayedPod {

  private final KubernetesClient admin;
  private final String namespace;
  private final Path folder;

  PlayedPod(KubernetesClient admin, String namespace, Path folder) {
    this.admin = admin;
    this.namespace = namespace;
    this.folder = folder;
  }

  /** The program as the first container of the pod has it, not yet started. */
  PackagedProgram of(PodSpec pod) throws IOException {
    Container container = pod.getContainers().getFirst();
    Map<String, Path> mounts = new HashMap<>();
    for (VolumeMount mount : container.getVolumeMounts()) {
      mounts.put(mount.getMountPath(), mounted(pod, mount.getName()));
    }
    Map<String, String> variables = new HashMap<>();
    for (EnvVar variable : container.getEnv()) {
      variables.put(variable.getName(), value(variable, mounts));
    }
    variables.put("KUBECONFIG", kubeconfig(pod.getServiceAccountName()).toString());
    return new PackagedProgram(folder).with(Peers.shared().env()).with(variables);
  }

  private String value(EnvVar variable, Map<String, Path> mounts) {
    if (variable.getValueFrom() != null) {
      String field = variable.getValueFrom().getFieldRef().getFieldPath();
      return switch (field) {
        case "metadata.name" -> "plumbline-0";
        case "metadata.namespace" -> namespace;
        default -> throw new IllegalStateException(variable.getName() + ": " + field);
      };
    }
    String value = variable.getValue();
    for (Map.Entry<String, Path> mount : mounts.entrySet()) {
      if ((value + "/").startsWith(mount.getKey() + "/")) {
        return mount.getValue() + value.substring(mount.getKey().length());
      }
    }
    return value;
  }

  /** A folder with what a volume holds; what is written to it stays for the next pod. */
  private Path mounted(PodSpec pod, String name) throws IOException {
    Volume volume =
        pod.getVolumes().stream()
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    Path mounted = Files.createDirectories(folder.resolve("volumes").resolve(name));
    if (volume.getConfigMap() != null) {
      String map = volume.getConfigMap().getName();
      ConfigMap found = admin.configMaps().inNamespace(namespace).withName(map).get();
      for (Map.Entry<String, String> file : found.getData().entrySet()) {
        Files.writeString(mounted.resolve(file.getKey()), file.getValue());
      }
    } else if (volume.getSecret() != null) {
      String secret = volume.getSecret().getSecretName();
      Secret found = admin.secrets().inNamespace(namespace).withName(secret).get();
      for (Map.Entry<String, String> file : found.getData().entrySet()) {
        Files.write(mounted.resolve(file.getKey()), Base64.getDecoder().decode(file.getValue()));
      }
    }
    return mounted;
  }

  /** The one of a ServiceAccount, with a token of its own. */
  private Path kubeconfig(String account) throws IOException {
    var yaml = new YAMLMapper();
    JsonNode config =
        yaml.readTree(Path.of(Peers.shared().env().get("PEERS_USER_KUBECONFIG")).toFile());
    String token =
        admin
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
            .getStatus()
            .getToken();
    ((ObjectNode) config.at("/users/0")).putObject("user").put("token", token);
    ((ObjectNode) config.at("/contexts/0/context")).put("namespace", namespace);
    Path file = folder.resolve("kubeconfig-" + account);
    yaml.writeValue(file.toFile(), config);
    return file;
  }

  /** What the container is told to do. */
  static String[] arguments(PodSpec pod) {
    List<String> arguments = pod.getContainers().getFirst().getArgs();
    return arguments.toArray(String[]::new);
  }
}
