package dev.plumbline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The level "restricted" of the Pod Security Standards, field by field as they list it; the
 * admission plugin that holds it is newer than the API server that tests may have.
 */
final class PodSecurity {

  private static final Set<String> VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private static final Set<String> SYSCTLS =
      Set.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.ip_unprivileged_port_start",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.ping_group_range",
          "net.ipv4.ip_local_reserved_ports",
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_fin_timeout",
          "net.ipv4.tcp_keepalive_intvl",
          "net.ipv4.tcp_keepalive_probes");

  private static final Set<String> SELINUX =
      Set.of("", "container_t", "container_init_t", "container_kvm_t", "container_engine_t");

  private PodSecurity() {}

  /** The fields of a pod spec that break the level, each by its name in the standards. */
  static List<String> violations(JsonNode pod, JsonNode annotations) {
    var found = new ArrayList<String>();
    for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
      unless(!pod.path(field).asBoolean(), "spec." + field, found);
    }
    JsonNode security = pod.path("securityContext");
    shared(security, "spec.securityContext", found);
    for (JsonNode sysctl : security.path("sysctls")) {
      unless(SYSCTLS.contains(sysctl.path("name").asText()), "spec.securityContext.sysctls", found);
    }
    for (JsonNode volume : pod.path("volumes")) {
      volume
          .fieldNames()
          .forEachRemaining(
              field ->
                  unless(
                      field.equals("name") || VOLUMES.contains(field),
                      "spec.volumes[*]." + field,
                      found));
    }
    annotations
        .properties()
        .forEach(
            entry ->
                unless(
                    !entry.getKey().startsWith("container.apparmor.security.beta.kubernetes.io/")
                        || entry.getValue().asText().equals("runtime/default")
                        || entry.getValue().asText().startsWith("localhost/"),
                    "metadata.annotations[" + entry.getKey() + "]",
                    found));
    int containers = 0;
    for (String kind : List.of("containers", "initContainers", "ephemeralContainers")) {
      for (JsonNode container : pod.path(kind)) {
        containers++;
        container(container, security, "spec." + kind + "[*]", found);
      }
    }
    unless(containers > 0, "spec.containers", found);
    return found;
  }

  private static void container(JsonNode container, JsonNode pod, String path, List<String> found) {
    JsonNode own = container.path("securityContext");
    String security = path + ".securityContext";
    shared(own, security, found);
    unless(!own.path("privileged").asBoolean(), security + ".privileged", found);
    String procMount = own.path("procMount").asText();
    unless(procMount.isEmpty() || procMount.equals("Default"), security + ".procMount", found);
    for (JsonNode port : container.path("ports")) {
      unless(port.path("hostPort").asInt() == 0, path + ".ports[*].hostPort", found);
    }
    for (String handler : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
      unless(
          container.at("/" + handler + "/httpGet/host").isMissingNode()
              && container.at("/" + handler + "/tcpSocket/host").isMissingNode(),
          path + "." + handler + ".*.host",
          found);
    }
    for (String handler : List.of("postStart", "preStop")) {
      unless(
          container.at("/lifecycle/" + handler + "/httpGet/host").isMissingNode()
              && container.at("/lifecycle/" + handler + "/tcpSocket/host").isMissingNode(),
          path + ".lifecycle." + handler + ".*.host",
          found);
    }
    unless(
        !own.path("allowPrivilegeEscalation").asBoolean(true),
        security + ".allowPrivilegeEscalation",
        found);
    unless(
        own.path("runAsNonRoot").asBoolean(pod.path("runAsNonRoot").asBoolean()),
        security + ".runAsNonRoot",
        found);
    String seccomp = own.at("/seccompProfile/type").asText(pod.at("/seccompProfile/type").asText());
    unless(
        Set.of("RuntimeDefault", "Localhost").contains(seccomp),
        security + ".seccompProfile.type",
        found);
    boolean dropsAll = false;
    for (JsonNode dropped : own.at("/capabilities/drop")) {
      dropsAll |= dropped.asText().equals("ALL");
    }
    unless(dropsAll, security + ".capabilities.drop", found);
    for (JsonNode added : own.at("/capabilities/add")) {
      unless(added.asText().equals("NET_BIND_SERVICE"), security + ".capabilities.add", found);
    }
  }

  /** What the standards ask alike of a pod and of a container. */
  private static void shared(JsonNode security, String path, List<String> found) {
    unless(
        !security.at("/windowsOptions/hostProcess").asBoolean(),
        path + ".windowsOptions.hostProcess",
        found);
    unless(
        SELINUX.contains(security.at("/seLinuxOptions/type").asText()),
        path + ".seLinuxOptions.type",
        found);
    unless(
        security.at("/seLinuxOptions/user").asText().isEmpty(),
        path + ".seLinuxOptions.user",
        found);
    unless(
        security.at("/seLinuxOptions/role").asText().isEmpty(),
        path + ".seLinuxOptions.role",
        found);
    unless(
        Set.of("", "RuntimeDefault", "Localhost")
            .contains(security.at("/appArmorProfile/type").asText()),
        path + ".appArmorProfile.type",
        found);
    unless(
        !security.at("/seccompProfile/type").asText().equals("Unconfined"),
        path + ".seccompProfile.type",
        found);
    unless(
        !security.has("runAsUser") || security.path("runAsUser").asInt() != 0,
        path + ".runAsUser",
        found);
  }

  private static void unless(boolean holds, String field, List<String> found) {
    if (!holds && !found.contains(field)) {
      found.add(field);
    }
  }
}
