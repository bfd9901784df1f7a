package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every pod that is installed keeps to the level "restricted" of the Pod Security Standards. */
class PodSecurityTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void podsOfTheTreeAreRestricted() {
    List<JsonNode> objects = new ArrayList<>();
    for (Path file : Manifests.files(".yaml")) {
      objects.addAll(Manifests.read(file));
    }

    // FlinkManifestTest has the pods of Flink.
    objects.removeIf(each -> each.at("/spec").has("podTemplate"));
    // A part of a Deployment that is laid over the base says nothing of security.
    assertThat(
            restricted(
                objects.stream()
                    .filter(each -> each.at("/spec/template/spec").has("securityContext"))
                    .toList()))
        .as("the program, what makes its key, what gives back")
        .isEqualTo(3);
    assertThat(objects)
        .filteredOn(each -> !each.at("/spec/template/spec").has("securityContext"))
        .allSatisfy(each -> assertThat(each.findValues("securityContext")).isEmpty());
  }

  @Test
  void podsOfTheChartAreRestricted(@TempDir Path folder) {
    Chart.assumeHelm();
    for (String variant : Chart.variants()) {
      assertThat(restricted(Chart.render(Chart.values(variant)))).as(variant).isEqualTo(2);
    }
    assertThat(restricted(Chart.hooks(folder, Chart.values("observe")))).isEqualTo(1);
  }

  private static int restricted(List<JsonNode> objects) {
    int pods = 0;
    for (JsonNode object : objects) {
      JsonNode template = object.at("/spec/template");
      if (!template.isMissingNode()) {
        pods++;
        assertThat(
                PodSecurity.violations(template.path("spec"), template.at("/metadata/annotations")))
            .as(Canonical.name(object))
            .isEmpty();
      }
    }
    return pods;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {hostNetwork: true} | spec.hostNetwork
          {hostPID: true} | spec.hostPID
          {hostIPC: true} | spec.hostIPC
          {securityContext: {windowsOptions: {hostProcess: true}}} | spec.securityContext.windowsOptions.hostProcess
          {securityContext: {seLinuxOptions: {type: spc_t}}} | spec.securityContext.seLinuxOptions.type
          {securityContext: {seLinuxOptions: {user: root}}} | spec.securityContext.seLinuxOptions.user
          {securityContext: {seLinuxOptions: {role: sysadm}}} | spec.securityContext.seLinuxOptions.role
          {securityContext: {appArmorProfile: {type: Unconfined}}} | spec.securityContext.appArmorProfile.type
          {securityContext: {seccompProfile: {type: Unconfined}}} | spec.securityContext.seccompProfile.type
          {securityContext: {runAsUser: 0}} | spec.securityContext.runAsUser
          {securityContext: {runAsNonRoot: false}} | spec.containers[*].securityContext.runAsNonRoot
          {securityContext: {sysctls: [{name: kernel.msgmax, value: "1"}]}} | spec.securityContext.sysctls
          {volumes: [{name: host, hostPath: {path: /}}]} | spec.volumes[*].hostPath
          {volumes: [{name: nfs, nfs: {path: /}}]} | spec.volumes[*].nfs
          {container: {securityContext: {privileged: true}}} | spec.containers[*].securityContext.privileged
          {container: {securityContext: {procMount: Unmasked}}} | spec.containers[*].securityContext.procMount
          {container: {securityContext: {allowPrivilegeEscalation: true}}} | spec.containers[*].securityContext.allowPrivilegeEscalation
          {container: {securityContext: {runAsNonRoot: false}}} | spec.containers[*].securityContext.runAsNonRoot
          {container: {securityContext: {runAsUser: 0}}} | spec.containers[*].securityContext.runAsUser
          {container: {securityContext: {seccompProfile: {type: Unconfined}}}} | spec.containers[*].securityContext.seccompProfile.type
          {container: {securityContext: {appArmorProfile: {type: Unconfined}}}} | spec.containers[*].securityContext.appArmorProfile.type
          {container: {securityContext: {capabilities: {drop: [KILL]}}}} | spec.containers[*].securityContext.capabilities.drop
          {container: {securityContext: {capabilities: {drop: [ALL], add: [SYS_ADMIN]}}}} | spec.containers[*].securityContext.capabilities.add
          {container: {ports: [{containerPort: 1, hostPort: 1}]}} | spec.containers[*].ports[*].hostPort
          {container: {livenessProbe: {httpGet: {host: elsewhere}}}} | spec.containers[*].livenessProbe.*.host
          {container: {lifecycle: {preStop: {tcpSocket: {host: elsewhere}}}}} | spec.containers[*].lifecycle.preStop.*.host
          {initContainers: [{name: bare, securityContext: {allowPrivilegeEscalation: false}}]} | spec.initContainers[*].securityContext.capabilities.drop
          """)
  void eachFieldThatBreaksItIsNamed(String change, String field) throws JsonProcessingException {
    ObjectNode pod = pod();
    assertThat(PodSecurity.violations(pod, JsonNodeFactory.instance.objectNode())).isEmpty();

    ObjectNode changes = (ObjectNode) YAML.readTree(change);
    if (changes.remove("container") instanceof ObjectNode container) {
      merge((ObjectNode) pod.at("/containers/0"), container);
    }
    merge(pod, changes);

    assertThat(PodSecurity.violations(pod, JsonNodeFactory.instance.objectNode())).contains(field);
  }

  @Test
  void anAnnotationThatTakesAppArmorAwayIsNamed() {
    String key = "container.apparmor.security.beta.kubernetes.io/plumbline";

    assertThat(
            PodSecurity.violations(
                pod(), JsonNodeFactory.instance.objectNode().put(key, "unconfined")))
        .containsExactly("metadata.annotations[" + key + "]");
    assertThat(
            PodSecurity.violations(
                pod(), JsonNodeFactory.instance.objectNode().put(key, "runtime/default")))
        .isEmpty();
  }

  /** Objects are merged, anything else is replaced. */
  private static void merge(ObjectNode into, ObjectNode changes) {
    changes
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue() instanceof ObjectNode change
                  && into.get(entry.getKey()) instanceof ObjectNode old) {
                merge(old, change);
              } else {
                into.set(entry.getKey(), entry.getValue());
              }
            });
  }

  private static ObjectNode pod() {
    return Manifests.object(
            Manifests.objects(Manifests.ROOT.resolve("base/kustomization.yaml")),
            "Deployment",
            "plumbline")
        .at("/spec/template/spec")
        .deepCopy();
  }
}
