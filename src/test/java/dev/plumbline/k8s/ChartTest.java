package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart installs what k8s/ holds, and refuses what cannot be meant. */
class ChartTest {

  @TempDir Path folder;

  @BeforeEach
  void helm() {
    Chart.assumeHelm();
  }

  static List<String> variants() {
    return Chart.variants();
  }

  @Test
  void helmFindsNothingAmiss() {
    LintResult result = new Helm(Chart.ROOT).lint().strict().call();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages()).containsExactly("[INFO] Chart.yaml: icon is recommended");
  }

  @ParameterizedTest
  @MethodSource("variants")
  void chartAndKustomizeComeToTheSame(String variant) {
    Kustomize.assumeThere();

    var chart = Canonical.of(Chart.render(Chart.values(variant)));
    var kustomize = Canonical.of(Kustomize.build(Kustomize.EXAMPLES.resolve(variant)));

    assertThat(chart.keySet()).isEqualTo(kustomize.keySet()).contains("Deployment/plumbline");
    kustomize.forEach((name, object) -> assertThat(chart.get(name)).as(name).isEqualTo(object));
  }

  @Test
  void everyExampleIsAVariant() throws IOException {
    try (var examples = Files.list(Kustomize.EXAMPLES)) {
      assertThat(examples.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(variants());
    }
  }

  @Test
  void theKeyOfTheLogIsAwayFromTheLog() throws IOException {
    var objects = Canonical.of(Chart.render(Files.createFile(folder.resolve("none.yaml"))));

    assertThat(objects.get("Deployment/plumbline").toString())
        .contains("/etc/plumbline/audit-key/key.pem", "\"secretName\":\"plumbline-audit-key\"");
    assertThat(objects.get("Role/plumbline-key").path("rules").toString())
        .as("whoever creates it can read no Secret")
        .isEqualTo("[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"verbs\":[\"create\"]}]");

    var given = Canonical.of(render("{decisionLog: {createSigningKey: false}}"));
    assertThat(given).doesNotContainKeys("Job/plumbline-key", "Role/plumbline-key");
    assertThat(given.get("Deployment/plumbline")).isEqualTo(objects.get("Deployment/plumbline"));

    for (String values :
        List.of("{decisionLog: {signingKeySecret: ''}}", "{decisionLog: {enabled: false}}")) {
      var without = Canonical.of(render(values));
      assertThat(without).doesNotContainKey("Job/plumbline-key");
      assertThat(without.get("Deployment/plumbline").toString()).doesNotContain("audit-key");
    }
  }

  @Test
  void whomThisClusterBelievesIsMountedWhereItPublishes() throws IOException {
    String keys =
        "keys: {dev-1: \"-----BEGIN PUBLIC KEY-----\\nMCow\\n-----END PUBLIC KEY-----\\n\"}";
    var objects =
        Canonical.of(
            render(
                "{clusterName: prod-1, verdicts: {bucket: 's3://acme-verdicts', " + keys + "}}"));

    assertThat(objects.get("ConfigMap/plumbline-verdict-keys").at("/data/dev-1.pub").asText())
        .startsWith("-----BEGIN PUBLIC KEY-----\nMCow\n");
    assertThat(objects.get("Deployment/plumbline").toString())
        .contains(
            "\"PLUMBLINE_VERDICTS_BUCKET\"",
            "s3://acme-verdicts",
            "/etc/plumbline/verdict-keys",
            "\"PLUMBLINE_AUDIT_NAME\"");

    var without = Canonical.of(render("{verdicts: {" + keys + "}}"));
    assertThat(without).doesNotContainKey("ConfigMap/plumbline-verdict-keys");
    assertThat(without.get("Deployment/plumbline").toString()).doesNotContain("VERDICTS");
  }

  /** A Job cannot be changed: helm upgrade would fail. */
  @Test
  void anotherImageIsAnotherJob() throws IOException {
    assertThat(key("{}")).isEqualTo(key("{parameters: {rollout.soak: 2h}}"));
    assertThat(key("{}")).isNotEqualTo(key("{image: {tag: '2'}}"));
  }

  private String key(String values) throws IOException {
    return render(values).stream()
        .filter(object -> object.path("kind").asText().equals("Job"))
        .map(object -> object.at("/metadata/name").asText())
        .findFirst()
        .orElseThrow();
  }

  private List<JsonNode> render(String values) throws IOException {
    return Chart.render(Files.writeString(folder.resolve("values.yaml"), values));
  }

  @Test
  void whatGivesBackIsTheSame() {
    Kustomize.assumeThere();

    var chart = Canonical.of(Chart.hooks(folder, Chart.values("enforce")));
    var kustomize = Canonical.of(Kustomize.build(Manifests.ROOT.resolve("release")));

    assertThat(chart).isEqualTo(kustomize).containsKey("Job/plumbline-release");
  }

  @Test
  void whatGivesBackComesAfterEverythingElseIsGone() {
    assertThat(Chart.hooks(folder, Chart.values("enforce")))
        .hasSize(4)
        .allSatisfy(
            object ->
                assertThat(object.at("/metadata/annotations").path("helm.sh/no-hook").asText())
                    .isEqualTo("post-delete"));
    assertThat(Canonical.of(Chart.render(Chart.values("enforce"))))
        .doesNotContainKey("Job/plumbline-release");
  }

  @Test
  void itObservesUnlessToldOtherwise() throws IOException {
    List<JsonNode> objects = Chart.render(Files.createFile(folder.resolve("none.yaml")));

    assertThat(Canonical.of(objects).keySet())
        .noneMatch(name -> name.contains("/plumbline-enforce"));
    assertThat(Manifests.object(objects, "ConfigMap", "plumbline-parameters").toString())
        .doesNotContain("actions.mode")
        .contains("actions.maxObjects", "'*': 3", "actions.interval: 10m");
    assertThat(Manifests.object(objects, "ServiceAccount", "plumbline").at("/metadata"))
        .as("no role of somebody else's")
        .noneMatch(field -> field.has("eks.amazonaws.com/role-arn"));
  }

  @Test
  void aChangeOfParametersReplacesThePods() throws IOException {
    Path other = Files.writeString(folder.resolve("other.yaml"), "parameters: {rollout.soak: 2h}");

    assertThat(checksum(other)).isNotEqualTo(checksum(Chart.values("observe")));
    assertThat(checksum(Chart.values("bucket"))).isEqualTo(checksum(Chart.values("observe")));
    assertThat(checksum(Chart.values("enforce"))).isNotEqualTo(checksum(Chart.values("observe")));
  }

  private static String checksum(Path values) {
    return Manifests.object(Chart.render(values), "Deployment", "plumbline")
        .at("/spec/template/metadata/annotations")
        .path("checksum/parameters")
        .asText();
  }

  @Test
  void versionsAreThoseOfTheProgram() throws IOException {
    String version = version();
    JsonNode chart = Manifests.read(Chart.ROOT.resolve("Chart.yaml")).getFirst();

    assertThat(chart.path("version").asText()).isEqualTo(version);
    assertThat(chart.path("appVersion").asText()).isEqualTo(version);
    assertThat(
            Manifests.object(Chart.render(Chart.values("observe")), "Deployment", "plumbline")
                .at("/spec/template/spec/containers/0/image")
                .asText())
        .isEqualTo("plumbline:" + version);
    for (String each : List.of("base", "release")) {
      Path file = Manifests.ROOT.resolve(each).resolve("kustomization.yaml");
      assertThat(Manifests.read(file).getFirst().at("/images/0/newTag").asText())
          .as("%s", file)
          .isEqualTo(version);
    }
  }

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>plumbline</artifactId>\\s*<version>([^<]+)<")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {actions: {mode: {PinAmis: enfroce}}}           | at '/actions/mode/PinAmis': value must be one of 'observe', 'enforce'
          {replicas: 0}                                   | at '/replicas': minimum: got 0, want 1
          {repicas: 2}                                    | additional properties 'repicas' not allowed
          {admission: {enable: true}}                     | at '/admission': additional properties 'enable' not allowed
          {aws: {roleArn: plumbline}}                     | at '/aws/roleArn': 'plumbline' does not match pattern
          {aws: {accountId: 111122223333}}                | at '/aws/accountId': got number, want string
          {actions: {mode: {PinAmi: enforce}}}            | invalid propertyName 'PinAmi'
          {parameters: {actions.mode: {Report: enforce}}} | parameters.actions.mode grants no permissions. Try: actions.mode
          {parameters: {ami.minimumAge: 2 days}}          | at '/parameters/ami.minimumAge': '2 days' does not match pattern
          {parameters: {ami.minAge: 2d}}                  | invalid propertyName 'ami.minAge'
          {decisionLog: {s3: {lock: forever}}}            | at '/decisionLog/s3/lock': value must be one of
          {image: {digest: 0123}}                         | at '/image/digest'
          {podAnnotations: {a: 1}}                        | at '/podAnnotations/a': got number, want string
          {decisionLog: {existingClaim: log}}             | decisionLog.existingClaim needs replicas: 1, since a log has one writer.
          {decisionLog: {signingKeySecret: '', s3: {bucket: log}}} | decisionLog.s3.bucket needs decisionLog.signingKeySecret with several replicas
          {admission: {enabled: true}}                    | admission.enabled needs admission.caBundle
          {replicas: 1, admission: {enabled: true, caBundle: YQ==, failurePolicy: Fail}} | admission.failurePolicy Fail needs replicas: 2
          """)
  void whatCannotBeMeantIsRefusedByName(String values, String why) {
    assertThat(Chart.refusal(folder, values)).contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {parameters: {ami.minimumAge: 2d12h}}
          {rules: {elsewhere: true}, parameters: {team.ours: 3}}
          {replicas: 1, decisionLog: {existingClaim: log}}
          {replicas: 1, decisionLog: {s3: {bucket: log}}}
          {admission: {enabled: true, caBundle: YQ==}}
          {parameters: {ami.minimumAge: null}}
          {global: {whatever: 1}}
          """)
  void whatCanBeMeantIsTaken(String values) {
    assertThat(Chart.refusal(folder, values)).startsWith("accepted: ");
  }

  @Test
  void whereThePodsRunIsSaid() {
    String rendered =
        Chart.refusal(
            folder,
            """
            priorityClassName: system-cluster-critical
            nodeSelector: {role: system}
            tolerations: [{key: CriticalAddonsOnly, operator: Exists}]
            podAnnotations: {a: "1"}
            podLabels: {b: "2"}
            extraEnv: [{name: PLUMBLINE_EC2_PRICES_FILE, value: /prices/prices.json}]
            extraVolumes: [{name: prices, configMap: {name: prices}}]
            extraVolumeMounts: [{name: prices, mountPath: /prices}]
            image: {repository: registry/plumbline, digest: "sha256:%s", pullSecrets: [{name: pull}]}
            """
                .formatted("0".repeat(64)));
    JsonNode template =
        Manifests.object(
                Chart.objects(rendered.substring("accepted: ".length())), "Deployment", "plumbline")
            .at("/spec/template");

    assertThat(template.at("/metadata/annotations/a").asText()).isEqualTo("1");
    assertThat(template.at("/metadata/labels/b").asText()).isEqualTo("2");
    assertThat(template.at("/spec/priorityClassName").asText())
        .isEqualTo("system-cluster-critical");
    assertThat(template.at("/spec/nodeSelector/role").asText()).isEqualTo("system");
    assertThat(template.at("/spec/tolerations/0/operator").asText()).isEqualTo("Exists");
    assertThat(template.at("/spec/imagePullSecrets/0/name").asText()).isEqualTo("pull");
    assertThat(template.at("/spec/containers/0/image").asText())
        .startsWith("registry/plumbline@sha256:0");
    assertThat(template.at("/spec/containers/0/env").findValuesAsText("name"))
        .contains("PLUMBLINE_EC2_PRICES_FILE");
    assertThat(template.at("/spec/volumes").findValuesAsText("name")).contains("prices");
    assertThat(template.at("/spec/containers/0/volumeMounts").findValuesAsText("name"))
        .contains("prices");
  }
}
