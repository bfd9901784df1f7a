package dev.plumbline;

import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Facts with what a test is about; everything else is not set. */
public final class Given {

  private Given() {}

  public static SourceStatus sourceStatus(
      String source,
      String state,
      String operation,
      @Nullable String code,
      @Nullable Instant since) {
    return new SourceStatus(source, state, operation, code, since, null, 0, null, 0);
  }

  public static EC2NodeClass nodeClass(
      String name, @Nullable String amiFamily, Tags annotations, Tags zones) {
    return new EC2NodeClass(
        name,
        amiFamily,
        annotations,
        zones,
        false,
        null,
        Values.NONE,
        Values.NONE,
        Values.NONE,
        "");
  }

  public static NodePool nodePool(
      String name,
      String nodeClass,
      @Nullable Integer weight,
      Requirements requirements,
      Tags annotations) {
    return new NodePool(
        name,
        nodeClass,
        weight,
        requirements,
        annotations,
        Tags.NONE,
        false,
        null,
        Resources.NONE,
        Resources.NONE);
  }

  public static InstanceType instanceType(
      String name,
      String architecture,
      Values virtualizationTypes,
      Values bootModes,
      @Nullable String enaSupport,
      @Nullable String gpuManufacturer,
      @Nullable String acceleratorManufacturer,
      String family,
      Labels labels) {
    return new InstanceType(
        name,
        architecture,
        virtualizationTypes,
        bootModes,
        enaSupport,
        gpuManufacturer,
        acceleratorManufacturer,
        family,
        true,
        2,
        8192,
        3,
        10,
        null,
        Resources.NONE,
        labels,
        Tags.of(java.util.Map.of("0", "3")),
        Values.NONE);
  }

  public static Pod pod(
      String namespace, String name, @Nullable Instant created, Resources requests) {
    return new Pod(
        namespace,
        name,
        created,
        requests,
        Requirements.NONE,
        Values.NONE,
        Values.NONE,
        false,
        false,
        null);
  }

  public static Node node(
      String name,
      @Nullable String nodePool,
      @Nullable String instanceType,
      @Nullable String zone,
      @Nullable String providerId,
      Tags labels) {
    return new Node(
        name,
        nodePool,
        instanceType,
        zone,
        providerId,
        labels,
        null,
        false,
        null,
        null,
        Resources.NONE,
        Resources.NONE);
  }

  public static NodeClaim nodeClaim(
      String name,
      @Nullable String nodePool,
      String nodeClass,
      @Nullable String instanceType,
      @Nullable String ami,
      @Nullable String nodeName,
      @Nullable String providerId,
      Tags labels) {
    return new NodeClaim(
        name,
        nodePool,
        nodeClass,
        instanceType,
        labels.value("topology.kubernetes.io/zone"),
        labels.value("karpenter.sh/capacity-type"),
        ami,
        nodeName,
        providerId,
        labels,
        Tags.NONE,
        null,
        false,
        false,
        null,
        null,
        Resources.NONE,
        Resources.NONE);
  }
}
