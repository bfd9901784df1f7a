package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypeSelectionTest {

  private static final TypeSelection ALL =
      TypeSelection.of(
          Values.of(
              "c7i-flex.large",
              "c7i.2xlarge",
              "c7i.4xlarge",
              "c7i.large",
              "c7i.metal",
              "m7i.large",
              "m7i.xlarge",
              "odd"));

  @Test
  void wholeFamiliesAreNamedOnceAndTheOthersTypeByType() {
    TypeSelection some = select("c7i-flex.large", "c7i.large", "m7i.large", "m7i.xlarge");

    assertThat(some.families()).isEqualTo(Values.of("c7i-flex", "m7i"));
    assertThat(some.singles()).isEqualTo(Values.of("c7i.large"));
  }

  @Test
  void requirementsAreTheFewestThatFit() {
    assertThat(select("m7i.large", "m7i.xlarge").only())
        .hasToString("karpenter.k8s.aws/instance-family In [m7i]");
    assertThat(select("c7i.large", "c7i.metal").only())
        .hasToString("node.kubernetes.io/instance-type In [c7i.large, c7i.metal]");
    assertThat(select("m7i.large", "m7i.xlarge", "c7i.large", "c7i.2xlarge", "c7i.4xlarge").only())
        .hasToString(
            "node.kubernetes.io/instance-type NotIn [c7i.metal], karpenter.k8s.aws/instance-family"
                + " In [c7i, m7i]");
    assertThat(select("m7i.large", "odd").only())
        .hasToString("node.kubernetes.io/instance-type In [m7i.large, odd]");
    assertThat(select().only()).isEqualTo(Requirements.NONE);
  }

  @Test
  void everythingElseIsWhatTheOthersAreNot() {
    TypeSelection rest = select("c7i.large", "c7i.metal", "m7i.large", "m7i.xlarge").others();

    assertThat(rest.others().open())
        .hasToString(
            "node.kubernetes.io/instance-type NotIn [c7i.2xlarge, c7i.4xlarge, odd],"
                + " karpenter.k8s.aws/instance-family NotIn [c7i-flex]");
    assertThat(ALL.open()).isEqualTo(Requirements.NONE);
  }

  @Test
  void leftOutIsWhatNothingNamesOrSomethingRefuses() {
    TypeSelection left =
        ALL.beyond(List.of(Values.of("m7i.large", "m7i.xlarge", "odd")), List.of(Values.of("odd")));

    assertThat(left.families()).isEqualTo(Values.of("c7i", "c7i-flex"));
    assertThat(left.singles()).isEqualTo(Values.of("odd"));
  }

  private static TypeSelection select(String... types) {
    return ALL.within(Values.of(types), List.of());
  }
}
