package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Gates.ErrorClass;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Images.AliasFamily;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.DriverImplication;
import dev.plumbline.fact.Images.ImageNaming;
import dev.plumbline.fact.InstanceTypes.InstanceTypeExclusion;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Revisions.RevisionMeasure;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.InvalidSourceException.InvalidPolicyDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyDataTest {

  private static final Requirements NVIDIA =
      Requirements.of(new Requirement("karpenter.k8s.aws/instance-gpu-count", Operator.EXISTS));

  @Test
  void itemsBesideTheFileOfSettingsCountBeforeThoseInIt(@TempDir Path folder) throws IOException {
    // Given
    Path file = folder.resolve("parameters.yaml");
    Files.writeString(file, "actions.mode: { PinAmis: observe, TagAmi: observe }\n");
    Files.writeString(folder.resolve("actions.mode.PinAmis"), "enforce");
    // As a mounted ConfigMap has it: a link.
    Files.createSymbolicLink(
        folder.resolve("actions.mode.Report"),
        Files.writeString(
            Files.createDirectories(folder.resolve("..data")).resolve("r"), "enforce\n"));
    Files.writeString(folder.resolve("actions.modes"), "not one of them");
    PolicyData policy = Texts.shipped();
    // When
    List<Parameter> modes = modes(policy.parameters(policy.settings(file), file.toString()));
    // Then
    assertThat(modes)
        .containsExactlyInAnyOrder(
            new Parameter("actions.mode", "PinAmis", "enforce"),
            new Parameter("actions.mode", "Report", "enforce"),
            new Parameter("actions.mode", "TagAmi", "observe"));
  }

  @Test
  void itemsBesideTheFileAreAddedToThoseOfTheRuleSet(@TempDir Path folder) throws IOException {
    // Given
    Path file = Files.writeString(folder.resolve("parameters.yaml"), "rollout.soak: 2h\n");
    Files.writeString(folder.resolve("actions.mode.PinAmis"), "enforce");
    var texts = new HashMap<>(RuleFiles.shipped().all());
    texts.put("parameters.yaml", "actions.mode: { Report: enforce }");
    PolicyData policy = PolicyData.read(texts);
    // When
    List<Parameter> modes = modes(policy.parameters(policy.settings(file), file.toString()));
    // Then
    assertThat(modes)
        .containsExactlyInAnyOrder(
            new Parameter("actions.mode", "PinAmis", "enforce"),
            new Parameter("actions.mode", "Report", "enforce"));
  }

  @Test
  void itemWithoutAValueIsRefused(@TempDir Path folder) throws IOException {
    // Given
    Path file = Files.writeString(folder.resolve("parameters.yaml"), "");
    Files.writeString(folder.resolve("actions.mode.PinAmis"), "");
    // When, Then
    assertThatThrownBy(() -> Texts.shipped().settings(file))
        .hasMessageContaining("actions.mode.PinAmis")
        .hasMessageContaining("is empty. Try: write its value there.");
  }

  private static List<Parameter> modes(List<Parameter> parameters) {
    return parameters.stream().filter(each -> each.name().equals("actions.mode")).toList();
  }

  @Test
  void shippedFilesAreFacts() {
    // When
    PolicyData policy = Texts.shipped();
    // Then
    assertThat(policy.facts())
        .contains(
            new AliasFamily("al2", "AL2", "linux", null, null, 32, false, "/dev/xvda", 20),
            new AliasFamily(
                "windows2025",
                "Windows2025",
                "windows",
                "10.0.26100",
                35,
                null,
                true,
                "/dev/sda1",
                50),
            new AliasPath(
                "bottlerocket",
                "standard",
                "nvidia",
                "arm64",
                "/aws/service/bottlerocket/aws-k8s-{kubernetes}-nvidia/arm64/{version}/image_id",
                "latest",
                "{release}",
                "bottlerocket-aws-k8s-{kubernetes}-nvidia-aarch64-v{release}-*",
                NVIDIA),
            new ImageNaming("bottlerocket-aws-k8s-*-nvidia-*", "nvidia", NVIDIA),
            new DriverImplication(
                "karpenter.k8s.aws/instance-gpu-count",
                "karpenter.k8s.aws/instance-gpu-manufacturer",
                Values.of("nvidia")),
            new InstanceTypeExclusion(
                "AL2023", "a1", "AL2023 needs ARMv8.2, which a1 (Graviton 1) does not have"),
            new ErrorClass("ParameterNotFound", "notFound"),
            new ErrorClass("SlowDown", "transient"),
            new ErrorClass("AuthFailure", "persistent"),
            new Gate("ami-resolution"));
    assertThat(policy.facts())
        .filteredOn(AliasPath.class::isInstance)
        .extracting(fact -> ((AliasPath) fact).variant())
        .contains("fips", "standard")
        .hasSize(22);
    assertThat(policy.declarations())
        .extracting(declared -> declared.name() + ": " + declared.kind())
        .contains("ami.minimumAge: duration", "ami.requiredTags: map of text");
    assertThat(policy.parameters())
        .contains(
            new Parameter("offerings.unavailableFor", "", "3m"),
            new Parameter("rollout.canaryFor", "", "1h"),
            new Parameter("karpenter.vmMemoryOverheadPercent", "", "0.075"),
            new Parameter("gates.staleAfter", "instance-types", "12h"),
            new Parameter("preference.groups", "flex", "*-flex"))
        .extracting(Parameter::name)
        .doesNotContain("ami.minimumAge", "rollout.soak", "weight.base", "capacity.podEni");
  }

  @Test
  void settingTakesThePlaceOfTheWholeDefault() {
    // Given
    PolicyData policy =
        PolicyData.read(
            Map.of(
                "x.parameters.yaml",
                """
                parameters:
                  age: { kind: duration, description: Age., default: 7d }
                  ids: { kind: list of text, description: Ids., default: [a, b] }
                  share: { kind: map of number, description: Shares., default: { a: 0.50 } }
                """));
    var set = JsonNodeFactory.instance.objectNode();
    set.putArray("ids").add("c");
    set.putNull("age");
    // When
    List<Parameter> byDefault = policy.parameters();
    List<Parameter> changed = policy.parameters(set, "settings");
    // Then
    assertThat(byDefault)
        .containsExactly(
            new Parameter("age", "", "7d"),
            new Parameter("ids", "0", "a"),
            new Parameter("ids", "1", "b"),
            new Parameter("share", "a", "0.50"));
    assertThat(changed)
        .containsExactly(new Parameter("ids", "0", "c"), new Parameter("share", "a", "0.50"));
  }

  @Test
  void aRuleSetSetsParametersAndWhoeverUsesItSetsThemOverIt() {
    // Given
    PolicyData policy =
        PolicyData.read(
            Map.of(
                "a.parameters.yaml",
                "parameters: { age: { kind: duration, description: Age., default: 7d } }",
                "b.parameters.yaml",
                "parameters: { ids: { kind: list of text, description: Ids., default: [a] } }",
                "parameters.yaml",
                "{ age: 2d, ids: null }"));
    var set = JsonNodeFactory.instance.objectNode();
    set.putArray("ids").add("c");
    // When, Then
    assertThat(policy.parameters()).containsExactly(new Parameter("age", "", "2d"));
    assertThat(policy.parameters(set, "settings"))
        .containsExactly(new Parameter("age", "", "2d"), new Parameter("ids", "0", "c"));
  }

  @Test
  void aSettingThatIsWrongIsToldWithFilePathValueAndNearestName() {
    var files = new java.util.TreeMap<String, String>();
    files.put(
        "a.parameters.yaml",
        "parameters: { minimumAge: { kind: duration, description: Age., default: 7d } }");
    files.put("parameters.yaml", "minimumAge: soon");
    assertThatThrownBy(() -> PolicyData.read(files, name -> "my-rules/" + name))
        .hasMessage(
            "my-rules/parameters.yaml: minimumAge is \"soon\", not a duration. Try: write it as"
                + " 7d, 36h or 1h30m.");
    files.put("parameters.yaml", "minimunAge: 7d");
    assertThatThrownBy(() -> PolicyData.read(files, name -> "my-rules/" + name))
        .hasMessage(
            "my-rules/parameters.yaml: minimunAge is not known here. Did you mean minimumAge?");
  }

  @Test
  void aParameterIsDeclaredOnce() {
    String text = "parameters: { age: { kind: duration, description: Age. } }";
    assertThatThrownBy(
            () -> PolicyData.read(Map.of("a.parameters.yaml", text, "b.parameters.yaml", text)))
        .hasMessage(
            "b.parameters.yaml: parameters.age is declared twice: a.parameters.yaml has it. Try:"
                + " set it in parameters.yaml, or take another name.");
  }

  @Test
  void switchesAreTakenAsTheyAreWritten() {
    assertThat(
            PolicyData.read(
                    Map.of(
                        "switched-off.yaml",
                        "rules: [{ rule: \"WEIGHT-*\", owner: team-a, reason: by hand }]"))
                .switches())
        .containsExactly(new RuleSwitch("WEIGHT-*", "team-a", "by hand"));
  }

  @Test
  void waiversAreFactsWithIdsOfTheirOwn() {
    // Given
    String one =
        "{ id: CHG-1, rule: AMI-010, subject: Ami/*, owner: a, reason: b, until:"
            + " 2026-12-31T00:00:00Z }";
    // When, Then
    assertThat(PolicyData.read(Map.of("waivers.yaml", "waivers: [" + one + "]")).facts())
        .containsExactly(
            new Waiver(
                "CHG-1", "AMI-010", "Ami/*", "a", "b", Instant.parse("2026-12-31T00:00:00Z")));
    assertThatThrownBy(
            () -> PolicyData.read(Map.of("waivers.yaml", "waivers: [" + one + "," + one + "]")))
        .hasMessage(
            "waivers.yaml: waivers[1] is a second Waiver/CHG-1 beside the one in waivers.yaml."
                + " Try: remove one of the two.");
  }

  @Test
  void aMeasureThatIsSwitchedOffIsNoFact() {
    var files = new HashMap<>(RuleFiles.shipped().all());
    files.put("switched-off.yaml", "rules: [{ rule: 'REV-01?', owner: a, reason: b }]");

    assertThat(PolicyData.read(files).facts())
        .filteredOn(RevisionMeasure.class::isInstance)
        .extracting(fact -> ((RevisionMeasure) fact).id())
        .hasSize(14)
        .contains("REV-020")
        .doesNotContain("REV-010", "REV-018");
  }

  @Test
  void theLimitOfAMeasureIsDeclared() {
    var files = new HashMap<>(RuleFiles.shipped().all());
    files.compute(
        "rule-revisions.measures.yaml",
        (name, text) -> String.valueOf(text).replace("revision.maxRulesRemoved", "revision.rules"));

    assertThatThrownBy(() -> PolicyData.read(files))
        .hasMessageStartingWith(
            "rule-revisions.measures.yaml: measures.REV-040.limit is \"revision.rules\", which is"
                + " not known.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gates.yaml | gate: [a] | gate is not known here. Did you mean gates?
          gates.yaml | { sources: { a: {} }, subjects: { n: N }, gates: { g: { n: [b] } } } | gates.g.n[0] is "b", which is no source, and no gate above that waits for sources alone. Try: one of a.
          gates.yaml | { sources: { a: {} }, subjects: { n: N }, gates: { g: { m: [a] } } } | gates.g.m is not known here. Try: one of n.
          gates.yaml | { sources: { a: {} }, subjects: { n: N }, gates: { one: { n: [a] }, two: { n: [one] }, three: { n: [two] } } } | gates.three.n[0] is "two", which is no source, and no gate above that waits for sources alone. Try: one of a, one.
          gates.yaml | { sources: { a: {} }, gates: { a: {} } } | gates.a has the name of a source. Try: give the activity another name.
          gates.yaml | { sources: { a: { partOf: b }, b: {} } } | sources.a.partOf is "b", which is no source above. None is defined yet.
          error-classes.yaml | transient: [{ a: b }] | transient[0] is {"a":"b"} where a string belongs. Try: indent or bracket it one level less.
          error-classes.yaml | { transient: [A], persistent: [A] } | persistent[0] is a second ErrorClass/A, and it differs from the one at transient[0]. Try: remove the older of the two.
          waivers.yaml | waivers: [{ id: a, rules: AMI-010 }] | waivers[0].rules is not known here. Did you mean rule?
          waivers.yaml | waivers: [{ id: a, rule: AMI-010 }] | waivers[0].subject is missing. Try: add it, a waiver has id, rule, subject, owner, reason, until.
          x.parameters.yaml | parameters: { a: { kind: durations, description: A } } | parameters.a.kind is "durations", which is not a kind. Did you mean duration?
          x.parameters.yaml | parameters: { a: { kind: text } } | parameters.a.description is missing. Try: say in a sentence what it is for.
          x.parameters.yaml | parameters: { a: { kind: number, description: A, default: few } } | parameters.a.default is "few", not a number. Try: write it as 30 or 0.5.
          x.parameters.yaml | parameters: { a: { kind: version, description: A, default: 6.10 } } | parameters.a.default is 6.10, not a version. Try: write it in quotes: "6.1", "v1.32.0-rc.1".
          x.parameters.yaml | parameters: { a: { kind: version, description: A, default: latest } } | parameters.a.default is "latest", not a version. Try: write it in quotes: "6.1", "v1.32.0-rc.1".
          x.parameters.yaml | parameters: { a: { kind: time, description: A, default: yesterday } } | parameters.a.default is "yesterday", not a time. Try: write it as 2026-10-01 or 2026-10-01T12:00:00Z.
          x.parameters.yaml | parameters: { a: { kind: number, description: A, minimum: 0, default: -5 } } | parameters.a.default is -5, not a number from 0. Try: a number from 0.
          x.parameters.yaml | parameters: { a: { kind: number, description: A, minimum: 0, maximum: 100, default: 101 } } | parameters.a.default is 101, not a number from 0 to 100. Try: a number from 0 to 100.
          x.parameters.yaml | parameters: { a: { kind: number, description: A, whole: true, default: 1.5 } } | parameters.a.default is 1.5, not a whole number. Try: a whole number.
          x.parameters.yaml | parameters: { a: { kind: number, description: A, minimum: few } } | parameters.a.minimum is "few", not a number. Try: 0.
          x.parameters.yaml | parameters: { a: { kind: map of number, description: A, keys: numbers } } | parameters.a.keys is "numbers", which keys cannot be. Try: number.
          x.parameters.yaml | parameters: { a: { kind: map of number, description: A, keys: number, default: { one: 6 } } } | parameters.a.default.one has the key "one", not a number. Try: 0.
          parameters.yaml | parameters: { a: { kind: text, description: A } } | parameters is not known here, where parameters are set by name: ami.minimumAge: 7d. Try: declare new ones in a file x.parameters.yaml.
          parameters.yaml | ami.minimumAge: 7d | ami.minimumAge is not known here. None is defined yet.
          x.measures.yaml | { measures: { REV-10: {} } } | measures.REV-10 is no id: capitals, then three digits. Try: TEAM-001.
          x.measures.yaml | { measures: { T-001: { finding: f, control: CM-3 } } } | measures.T-001.severity is missing. Try: add it, a measure has finding, control, severity, measure, compares, limit, message.
          x.measures.yaml | { measures: { T-001: { finding: f, control: CM-3, severity: high, measure: ruleRemoved } } } | measures.T-001.measure is "ruleRemoved", which is not known. Did you mean rulesRemoved?
          x.measures.yaml | { measures: { T-001: { finding: f, control: CM-3, severity: high, measure: rulesRemoved, compares: lost, limit: l, message: '{loss}' } } } | measures.T-001.message has {loss}, which is not known. Did you mean lost?
          x.measures.yaml | { measures: { T-001: { finding: f, control: CM-3, severity: high, item: '*', above: a } } } | measures.T-001.above does not go with item. Try: remove one of the two.
          switched-off.yaml | rules: [{ rule: AMI-010, owner: a }] | rules[0].reason is missing. Try: add it, a switch has rule, owner, reason.
          switched-off.yaml | rule: AMI-010 | rule is not known here. Did you mean rules?
          ami-families.yaml | names: [{ name: x, hardware: [nvidea] }] | names[0].hardware[0] is "nvidea", which this file does not define. None is defined yet.
          ami-families.yaml | paths: [{ family: al2 }] | paths[0].family is "al2", which this file does not define. None is defined yet.
          ami-families.yaml | families: [{ family: al2 }] | families[0].amiFamily is missing. Try: compare with the shipped ami-families.yaml.
          ami-families.yaml | hardware: { gpu: [{ key: a, operator: exist }] } | hardware.gpu[0].operator is "exist", not one of In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte. Did you mean Exists?
          """)
  void wrongFileIsToldInOneLine(String file, String text, String said) {
    assertThatThrownBy(() -> PolicyData.read(Map.of(file, text)))
        .isInstanceOf(InvalidPolicyDataException.class)
        .hasMessage(file + ": " + said);
  }
}
