package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.CapacityConclusions.InstanceTypeCapacity;
import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.conclusion.CapacityConclusions.SizingNumbers;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node has and keeps back, by numbers that a team sets. */
class SizingTest {

  private static final Evaluation SHIPPED = Evaluation.with(RuleFiles.shipped());

  private static final List<InstanceType> TYPES =
      SnapshotFolder.embedded("pending-pod", SHIPPED.policy(), null).facts().stream()
          .filter(InstanceType.class::isInstance)
          .map(InstanceType.class::cast)
          .toList();

  @Test
  void shippedParametersAreTheNumbersOfKarpenter() {
    var random = new SplittableRandom(17);
    List<Parameter> parameters =
        PolicyData.read(RuleFiles.shipped().all()).parameters().stream()
            .filter(each -> each.name().matches("capacity\\.(arm64|host|kube|eviction).*"))
            .toList();
    var numbers = new SizingNumbers(Parameter.byName(parameters));

    assertThat(numbers.values().map()).hasSize(11);
    for (int i = 0; i < 200; i++) {
      NodeClassSizing by = random(random);
      for (InstanceType type : TYPES) {
        Sizing sizing = Sizing.by(by, numbers);
        Resources capacity = TypeSize.capacity(by, type, Tags.NONE);
        assertThat(sizing.capacity(type, Tags.NONE)).isEqualTo(capacity);
        assertThat(sizing.memory(type)).isEqualTo(TypeSize.memory(by, type));
        assertThat(sizing.allocatable(type, capacity))
            .as("%s of %s", type.name(), by)
            .isEqualTo(TypeSize.allocatable(by, type, capacity));
      }
    }
  }

  private static NodeClassSizing random(SplittableRandom random) {
    return new NodeClassSizing(
        "nc",
        random.nextBoolean(),
        random.nextBoolean() ? null : random.nextInt(250),
        random.nextInt(3) * 10,
        random.nextBoolean(),
        "0." + random.nextInt(200),
        random.nextInt(3),
        random.nextBoolean(),
        random.nextInt(2),
        random.nextInt(2),
        random.nextBoolean(),
        random.nextInt(200),
        random.nextBoolean() ? Resources.NONE : Resources.of(Map.of("cpu", Quantity.ofMilli(100))),
        Resources.NONE,
        random.nextBoolean() ? Tags.NONE : Tags.of(Map.of("memory.available", "5%")));
  }

  /** 2 vCPUs, 8 GiB, 3 interfaces of 10 addresses: 29 pods. */
  @ParameterizedTest
  @CsvSource({
    "capacity.kubeReservedMiB,           355, memory,            -100Mi",
    "capacity.kubeReservedMiBPerPod,     12,  memory,            -29Mi",
    "capacity.evictionMemoryMiB,         0,   memory,            100Mi",
    "capacity.hostNetworkPods,           0,   pods,              -2",
    "capacity.hostNetworkPods,           0,   memory,            22Mi",
    "capacity.kubeReservedStorageMiB,    0,   ephemeral-storage, 1Gi",
    "capacity.evictionStoragePercent,    20,  ephemeral-storage, -2Gi",
    "capacity.evictionStoragePercent,    0,   ephemeral-storage, 2Gi",
    "capacity.kubeReservedCpuPercent/0,  10,  cpu,               -130m",
    "capacity.kubeReservedCpuPercent/2,  10,  cpu,               70m",
    "capacity.arm64ReservedMiB,          128, memory,            0",
  })
  void eachNumberMovesWhatItSays(String name, String value, String resource, String difference) {
    InstanceType type =
        TYPES.stream().filter(each -> each.name().equals("m6i.large")).findFirst().orElseThrow();
    Quantity before = allocatable(type, Tags.NONE).quantity(resource);

    Quantity after = allocatable(type, Tags.of(Map.of(name, value))).quantity(resource);

    assertThat(after.milli() - before.milli())
        .isEqualTo(Objects.requireNonNull(Quantity.parse(difference)).milli());
  }

  private static Resources allocatable(InstanceType type, Tags numbers) {
    var by =
        new NodeClassSizing(
            "nc",
            false,
            null,
            0,
            true,
            "0.075",
            0,
            false,
            0,
            0,
            false,
            20,
            Resources.NONE,
            Resources.NONE,
            Tags.NONE);
    Sizing sizing = Sizing.by(by, new SizingNumbers(numbers));
    return sizing.allocatable(type, sizing.capacity(type, Tags.NONE));
  }

  @Test
  void parameterThatIsEditedChangesWhatIsConcludedAndBack() {
    RuleSet rules = RuleSet.compile(RuleFiles.shipped().only("capacity.drl"));
    var more = new Parameter("capacity.kubeReservedMiB", "", "511");
    try (var session = rules.newSession()) {
      session.assume(new InstanceTypeAmi("nc", "m6i.large", "ami-1"));
      session.assume(
          new NodeClassSizing(
              "nc",
              false,
              null,
              0,
              true,
              "0.075",
              0,
              false,
              0,
              0,
              false,
              20,
              Resources.NONE,
              Resources.NONE,
              Tags.NONE));
      TYPES.forEach(session::put);
      TreeMap<String, Quantity> before = memory(session);

      session.put(more);
      TreeMap<String, Quantity> edited = memory(session);
      session.delete(more.key());

      assertThat(before).containsOnlyKeys("m6i.large");
      assertThat(edited.get("m6i.large"))
          .isEqualTo(before.get("m6i.large").minus(Quantity.ofMebibytes(256)));
      assertThat(memory(session)).isEqualTo(before);
    }
  }

  private static TreeMap<String, Quantity> memory(RuleSession session) {
    var memory = new TreeMap<String, Quantity>();
    for (var each : session.settle().conclusions()) {
      if (each instanceof InstanceTypeCapacity capacity) {
        memory.put(capacity.instanceType(), capacity.allocatable().quantity("memory"));
      }
    }
    return memory;
  }

  @Test
  void overlayThatSetsOneChangesAnExample() {
    Evaluation edited =
        Evaluation.with(
            RuleFiles.over(Map.of("parameters.yaml", "capacity.kubeReservedMiB: 511"), ""));

    Map<String, Quantity> before = allocatableOfPods(SHIPPED);
    Map<String, Quantity> after = allocatableOfPods(edited);

    assertThat(after.keySet()).isEqualTo(before.keySet()).isNotEmpty();
    assertThat(after)
        .allSatisfy(
            (name, memory) ->
                assertThat(memory).isEqualTo(before.get(name).minus(Quantity.ofMebibytes(256))));
  }

  private static Map<String, Quantity> allocatableOfPods(Evaluation evaluation) {
    try (var session = evaluation.rules().newSession()) {
      evaluation.policy().facts().forEach(session::put);
      SnapshotFolder.embedded("pending-pod", evaluation.policy(), null)
          .facts()
          .forEach(session::put);
      return memory(session);
    }
  }
}
