package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.source.InvalidSourceException.InvalidSnapshotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a Kubernetes object can be wrong, with the whole line that tells it. */
class InvalidObjectTest {

  private static final String POOL =
      "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: general }\n";

  private static final String CLASS =
      "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\n";

  @TempDir Path folder;

  /** One wrong file of {@code cluster/} and what is said of it, after the file. */
  record Case(String name, String text, String said) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case requirement(String name, String requirement, String said) {
    return new Case(
        name,
        POOL
            + "spec: { template: { spec: { nodeClassRef: { name: default }, requirements: ["
            + requirement
            + "] } } }\n",
        "NodePool/general spec.template.spec.requirements[0]" + said);
  }

  private static Case pool(String name, String spec, String said) {
    return new Case(
        name,
        POOL + "spec: { " + spec + ", template: { spec: { nodeClassRef: { name: a } } } }",
        "NodePool/general " + said);
  }

  static List<Case> cases() {
    return List.of(
        requirement(
            "unknown operator",
            "{ key: a, operator: Inn, values: [b] }",
            ".operator is \"Inn\", not one of In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte."
                + " Did you mean In?"),
        requirement(
            "no operator",
            "{ key: a, values: [b] }",
            ".operator is missing. Try: add one of these: In, NotIn, Exists, DoesNotExist, Gt,"
                + " Lt, Gte, Lte."),
        requirement("no key", "{ operator: Exists }", ".key is missing. Try: add the label."),
        requirement(
            "Gt with two numbers",
            "{ key: a, operator: Gt, values: ['1', '2'] }",
            ".values is [\"1\",\"2\"], but Gt takes exactly one whole number. Try: write values:"
                + " [\"4\"]."),
        requirement(
            "Lte with a word",
            "{ key: a, operator: Lte, values: [few] }",
            ".values is [\"few\"], but Lte takes exactly one whole number. Try: write values:"
                + " [\"4\"]."),
        requirement(
            "Lt with nothing",
            "{ key: a, operator: Lt }",
            ".values is missing, but Lt takes exactly one whole number. Try: write values:"
                + " [\"4\"]."),
        requirement(
            "In with nothing",
            "{ key: a, operator: In }",
            ".values is missing, but In takes at least one value. Did you mean the operator"
                + " Exists?"),
        requirement(
            "NotIn with an empty list",
            "{ key: a, operator: NotIn, values: [] }",
            ".values is empty, but NotIn takes at least one value. Did you mean the operator"
                + " DoesNotExist?"),
        requirement(
            "value that is an object",
            "{ key: a, operator: In, values: [{ b: c }] }",
            ".values[0] is {\"b\":\"c\"} where one value belongs. Try: indent or bracket it one"
                + " level less."),
        requirement(
            "minValues too high",
            "{ key: a, operator: Exists, minValues: 99 }",
            ".minValues is 99, not from 1 to 50. Try: leave it out."),
        new Case(
            "weight too high",
            POOL + "spec: { weight: 101, template: { spec: { nodeClassRef: { name: default } } } }",
            "NodePool/general spec.weight is 101, not from 1 to 100. Try: leave it out for a"
                + " pool that comes last."),
        new Case(
            "weight that is a string",
            POOL + "spec: { weight: '1', template: { spec: { nodeClassRef: { name: a } } } }",
            "NodePool/general spec.weight is \"1\" where a whole number belongs. Try: remove the"
                + " quotes, or check its place."),
        new Case(
            "string where an object belongs",
            POOL + "spec: { template: default }",
            "NodePool/general spec.template is \"default\" where an object belongs. Try: remove"
                + " the quotes, or check its place."),
        new Case(
            "no node class",
            POOL + "spec: { template: { spec: {} } }",
            "NodePool/general spec.template.spec.nodeClassRef is missing. Try: indent it one"
                + " level less."),
        new Case(
            "old version",
            "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: { name: general }",
            "NodePool/general apiVersion is \"karpenter.sh/v1beta1\", which is not read. Try:"
                + " convert the object to karpenter.sh/v1."),
        new Case(
            "no kind",
            "apiVersion: v1",
            "kind is missing. Try: check whether this is a Kubernetes object."),
        new Case(
            "no apiVersion in the second document",
            "apiVersion: v1\nkind: Service\n---\nkind: NodePool\n",
            "document 2 apiVersion is missing. Try: check whether this is a Kubernetes object."),
        new Case(
            "no kind in a list",
            "apiVersion: v1\nkind: List\nitems: [{ apiVersion: v1 }]\n",
            "items[0].kind is missing. Try: check whether this is a Kubernetes object."),
        new Case(
            "no name",
            "apiVersion: v1\nkind: Node\nmetadata: {}\n",
            "metadata.name is missing. Try: check whether this is a Kubernetes object."),
        new Case(
            "in the second document",
            CLASS + "spec: {}\n---\n" + POOL + "spec: []\n",
            "NodePool/general spec is [] where an object belongs. Try: remove one level of"
                + " brackets."),
        new Case(
            "volume size that is none",
            CLASS + "spec: { blockDeviceMappings: [{ deviceName: a, ebs: { volumeSize: big } }] }",
            "EC2NodeClass/default spec.blockDeviceMappings[0].ebs.volumeSize is \"big\", which"
                + " is not a size. Try: write it as 20Gi."),
        new Case(
            "instance store policy that is none",
            CLASS + "spec: { instanceStorePolicy: RAID1 }",
            "EC2NodeClass/default spec.instanceStorePolicy is \"RAID1\", not RAID0. Try: leave"
                + " it out."),
        new Case(
            "fewer pods than none",
            CLASS + "spec: { kubelet: { maxPods: -1 } }",
            "EC2NodeClass/default spec.kubelet.maxPods is -1, below zero. Try: leave it out."),
        new Case(
            "unknown network interface",
            CLASS + "spec: { networkInterfaces: [{ networkCardIndex: 0, interfaceType: efa }] }",
            "EC2NodeClass/default spec.networkInterfaces[0].interfaceType is \"efa\", not"
                + " interface or efa-only. Did you mean efa-only?"),
        pool(
            "limit that is none",
            "limits: { cpu: lots }",
            "spec.limits.cpu is \"lots\", which is not a quantity. Try: write it as 640Mi or 2."),
        pool(
            "budget that is none",
            "disruption: { budgets: [{ nodes: 101% }] }",
            "spec.disruption.budgets[0].nodes is \"101%\", not a number of nodes. Try: write it"
                + " as \"5\" or \"20%\"."),
        pool(
            "unknown reason",
            "disruption: { budgets: [{ nodes: 1, reasons: [Drift] }] }",
            "spec.disruption.budgets[0].reasons[0] is \"Drift\", not one of Drifted, Empty,"
                + " Underutilized. Did you mean Drifted?"),
        pool(
            "schedule without duration",
            "disruption: { budgets: [{ nodes: '0', schedule: '@daily' }] }",
            "spec.disruption.budgets[0].duration is missing, but schedule is set. Try: add it,"
                + " they go together."),
        pool(
            "duration in days",
            "disruption: { budgets: [{ nodes: '0', schedule: '@daily', duration: 1d }] }",
            "spec.disruption.budgets[0].duration is \"1d\", which is not a time span. Try: write"
                + " it as 8h or 1h30m."),
        new Case(
            "preference with an empty item",
            POOL.replace(
                    "general }", "general, annotations: { plumbline.dev/prefer: 'c7i, !, *' } }")
                + "spec: { template: { spec: { nodeClassRef: { name: a } } } }",
            "NodePool/general metadata.annotations[\"plumbline.dev/prefer\"] is \"c7i, !, *\","
                + " whose item 2 is empty. Try: remove the extra comma."),
        new Case(
            "kind that is almost one",
            POOL.replace("NodePool", "NodePol"),
            "kind is \"NodePol\", which karpenter.sh does not have. Did you mean NodePool?"),
        new Case(
            "group that is almost one",
            POOL.replace("karpenter.sh", "karpenter.s"),
            "apiVersion is \"karpenter.s/v1\", which has no NodePool. Did you mean"
                + " karpenter.sh/v1?"),
        new Case(
            "kind of the other group of Karpenter",
            CLASS.replace("karpenter.k8s.aws", "karpenter.sh"),
            "apiVersion is \"karpenter.sh/v1\", which has no EC2NodeClass. Did you mean"
                + " karpenter.k8s.aws/v1?"),
        new Case(
            "group of a node class that is almost one",
            POOL
                + "spec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.was, name: a }"
                + " } } }",
            "NodePool/general spec.template.spec.nodeClassRef.group is \"karpenter.k8s.was\","
                + " which has no EC2NodeClass. Did you mean karpenter.k8s.aws?"),
        new Case(
            "kind of a node class that is none",
            POOL
                + "spec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind:"
                + " EC2NodeClas, name: a } } } }",
            "NodePool/general spec.template.spec.nodeClassRef.kind is \"EC2NodeClas\", which"
                + " karpenter.k8s.aws does not have. Did you mean EC2NodeClass?"),
        new Case(
            "registered without a time",
            "apiVersion: karpenter.sh/v1\nkind: NodeClaim\nmetadata: { name: general-x }\nspec:"
                + " { nodeClassRef: { name: a } }\nstatus: { conditions: [{ type: Registered,"
                + " status: 'True' }] }",
            "NodeClaim/general-x status.conditions[0].lastTransitionTime is missing. Try: check"
                + " whether the object is complete."),
        new Case(
            "request that is none",
            "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nstatus: { phase: Pending }\nspec:"
                + " { containers: [{ resources: { requests: { cpu: 1 core } } }] }",
            "Pod/a spec.containers[0].resources.requests.cpu is \"1 core\", which is not a"
                + " quantity. Try: write it as 640Mi or 2."),
        new Case(
            "condition status that is none",
            CLASS + "spec: {}\nstatus: { conditions: [{ type: Ready, status: 'Yes' }] }",
            "EC2NodeClass/default status.conditions[0].status is \"Yes\", not True, False or"
                + " Unknown. Try: one of False, True, Unknown."));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isToldInOneLine(Case wrong) {
    // Given
    Texts.write(folder, Map.of("cluster/all.yaml", wrong.text()));
    // When, Then
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .isInstanceOf(InvalidSnapshotException.class)
        .hasMessage(folder + "/cluster/all.yaml: " + wrong.said());
  }

  @Test
  void aliasStandsForNothing() {
    Texts.write(folder, Map.of("cluster/all.yaml", CLASS + "spec: *nothing\n"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/cluster/all.yaml:4:7: *nothing is not defined. Try: put its &nothing before"
                + " it.");
  }

  @Test
  void twoPoolsHaveOneName() {
    String pool = POOL + "spec: { template: { spec: { nodeClassRef: { name: default } } } }";
    Texts.write(folder, Map.of("cluster/a.yaml", pool, "cluster/b/b.yml", pool));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/cluster/b/b.yml: NodePool/general is a second NodePool/general beside the"
                + " one in "
                + folder
                + "/cluster/a.yaml. Try: remove one of the two.");
  }
}
