package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Cluster.StatusCondition;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** EC2NodeClass objects and the parts of their spec. */
public sealed interface NodeClasses extends Fact {

  /**
   * One of {@code EC2NodeClass.spec.amiSelectorTerms}; what is set in one term must all hold, terms
   * are ORed.
   *
   * @param nodeClass the node class
   * @param index its place in the list, from 0
   * @param alias {@code alias}: family@version; null when not set
   * @param id {@code id}; null when not set
   * @param name {@code name}, with {@code *} and {@code ?}; null when not set
   * @param owner {@code owner}: an account id, self, amazon, aws-marketplace; null when not set
   * @param ssmParameter {@code ssmParameter}: a name or ARN; null when not set
   * @param tags {@code tags}, whose values are patterns of {@code *} and {@code ?}; {@code *} alone
   *     means that the key is there
   */
  @ReadFrom(of = "EC2NodeClass", at = "spec.amiSelectorTerms")
  record AmiSelectorTerm(
      String nodeClass,
      int index,
      @ReadFrom("alias") @Nullable String alias,
      @ReadFrom("id") @Nullable String id,
      @ReadFrom("name") @Nullable String name,
      @ReadFrom("owner") @Nullable String owner,
      @ReadFrom("ssmParameter") @Nullable String ssmParameter,
      @ReadFrom("tags") Tags tags)
      implements NodeClasses {

    @Override
    public String key() {
      return "AmiSelectorTerm/" + nodeClass + "/" + index;
    }

    /** The part of the alias before {@code @}; null without an alias. */
    public @Nullable String aliasFamily() {
      return alias == null
          ? null
          : alias.substring(0, alias.indexOf('@') < 0 ? alias.length() : alias.indexOf('@'));
    }

    /** The part of the alias after {@code @}, empty when there is none; null without an alias. */
    public @Nullable String aliasVersion() {
      return alias == null
          ? null
          : alias.indexOf('@') < 0 ? "" : alias.substring(alias.indexOf('@') + 1);
    }

    /** The term in words: {@code alias al2023@latest}. */
    public String text() {
      var words = new java.util.ArrayList<String>();
      for (String[] each :
          new String[][] {
            {"alias", alias},
            {"id", id},
            {"ssmParameter", ssmParameter},
            {"name", name},
            {"tags", tags.none() ? null : tags.toString()},
            {"of", owner}
          }) {
        if (each[1] != null) {
          words.add(each[0] + " " + each[1]);
        }
      }
      return String.join(" ", words);
    }

    /** Whether {@code name} is set and this image's name fits it. */
    public boolean nameFits(String imageName) {
      return name != null && Glob.matches(name, imageName);
    }

    /**
     * The name of the SSM parameter where {@code ssmParameter} is an ARN; null when it is not set.
     */
    public @Nullable String ssmParameterName() {
      if (ssmParameter == null || !ssmParameter.startsWith("arn:")) {
        return ssmParameter;
      }
      int resource = ssmParameter.indexOf(":parameter");
      return resource < 0 ? ssmParameter : ssmParameter.substring(resource + ":parameter".length());
    }
  }

  /**
   * One of {@code EC2NodeClass.spec.blockDeviceMappings}.
   *
   * @param nodeClass the node class
   * @param position its place in the list, from 0
   * @param deviceName {@code deviceName}: /dev/xvda
   * @param rootVolume {@code rootVolume}
   * @param volumeSizeGiB {@code ebs.volumeSize}, rounded up to whole GiB as EC2 takes it; null when
   *     not set
   * @param exactSize {@code ebs.volumeSize} where it is not in whole GiB ({@code 100G}); else null
   */
  @ReadFrom(of = "EC2NodeClass", at = "spec.blockDeviceMappings")
  record BlockDeviceMapping(
      String nodeClass,
      int position,
      @ReadFrom("deviceName") String deviceName,
      @ReadFrom("rootVolume") boolean rootVolume,
      @ReadFrom("ebs.volumeSize") @Nullable Integer volumeSizeGiB,
      @ReadFrom("ebs.volumeSize") @Nullable Quantity exactSize)
      implements NodeClasses {

    @Override
    public String key() {
      return "BlockDeviceMapping/" + nodeClass + "/" + deviceName;
    }
  }

  /**
   * One of {@code EC2NodeClass.status.capacityReservations}: capacity that is paid for, of one type
   * in one zone.
   *
   * @param nodeClass the node class
   * @param id {@code id}: cr-0123
   * @param instanceType {@code instanceType}
   * @param zone {@code availabilityZone}
   * @param type {@code reservationType}: default, capacity-block; default when not set
   * @param interruptible {@code interruptible}: whether EC2 may take it back
   * @param expiring whether {@code state} is {@code expiring}: EC2 reclaims the capacity block, so
   *     that nothing is launched into it
   * @param end {@code endTime}; null when it has none
   */
  @ReadFrom(of = "EC2NodeClass", at = "status.capacityReservations")
  record CapacityReservation(
      String nodeClass,
      @ReadFrom("id") String id,
      @ReadFrom("instanceType") String instanceType,
      @ReadFrom("availabilityZone") String zone,
      @ReadFrom("reservationType") @OneOf({"default", "capacity-block"}) String type,
      @ReadFrom("interruptible") boolean interruptible,
      @ReadFrom("state") boolean expiring,
      @ReadFrom("endTime") @Nullable Instant end)
      implements NodeClasses {

    @Override
    public String key() {
      return "CapacityReservation/" + nodeClass + "/" + id;
    }

    /**
     * Whether a node with these requirements could be launched into it, its instance type aside.
     *
     * @param nodeClassZones the zones of the node class with their ids; none when they are not
     *     known
     */
    public boolean serves(Requirements requirements, Tags nodeClassZones) {
      return !expiring
          && requirements.allowZone(zone, nodeClassZones)
          && requirements.admit(labels(Labels.NONE));
    }

    /**
     * The labels of a node launched into it, of which {@code ofType} are those that its instance
     * type determines.
     */
    public Labels labels(Labels ofType) {
      var labels = new TreeMap<>(ofType.map());
      labels.put("karpenter.sh/capacity-type", List.of("reserved"));
      labels.put("topology.kubernetes.io/zone", List.of(zone));
      labels.put("karpenter.k8s.aws/capacity-reservation-id", List.of(id));
      labels.put("karpenter.k8s.aws/capacity-reservation-type", List.of(type));
      labels.put(
          "karpenter.k8s.aws/capacity-reservation-interruptible",
          List.of(Boolean.toString(interruptible)));
      return Labels.of(labels);
    }
  }

  /**
   * An {@code EC2NodeClass} (karpenter.k8s.aws/v1) without its lists, which are facts of their own:
   * {@link AmiSelectorTerm}, {@link BlockDeviceMapping}, {@link CapacityReservation}, {@link
   * KubeletConfiguration}, {@link NetworkInterface}, {@link StatusAmi}, {@link StatusCondition}.
   *
   * @param name {@code metadata.name}
   * @param amiFamily {@code spec.amiFamily}: AL2, AL2023, Bottlerocket, Windows2019, Windows2022,
   *     Windows2025, Custom; null when not set
   * @param annotations {@code metadata.annotations}
   * @param zones the zones of {@code status.subnets} with their ids, which are empty where not
   *     told; none when the status does not tell yet
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param instanceStorePolicy {@code spec.instanceStorePolicy}: RAID0; null when not set
   * @param subnets {@code status.subnets[].id}
   * @param securityGroups {@code status.securityGroups[].id}
   * @param capacityReservations {@code status.capacityReservations[].id}
   * @param placementGroup {@code spec.placementGroupSelector.id}; empty when it selects none; null
   *     when it selects by name, whose id only EC2 knows
   * @param interfaces {@code spec.networkInterfaces[]} as {@code networkCardIndex/deviceIndex},
   *     those of the type efa-only with {@code /efa-only} after it
   * @param connectionTracking whether {@code spec.connectionTracking} is set
   * @param nestedVirtualization whether {@code spec.cpuOptions.nestedVirtualization} is {@code
   *     enabled}
   * @param selectsReservations whether {@code spec.capacityReservationSelectorTerms} has terms
   */
  @ExpectedCount(100)
  @NamedBy("nodeClass")
  @ReadFrom(of = "EC2NodeClass", whole = true, secret = "spec.userData")
  record EC2NodeClass(
      String name,
      @ReadFrom("spec.amiFamily") @Nullable String amiFamily,
      @ReadFrom("metadata.annotations") Tags annotations,
      @ReadFrom({"status.subnets.zone", "status.subnets.zoneID"}) Tags zones,
      @ReadFrom("metadata.deletionTimestamp") boolean deleting,
      @ReadFrom("spec.instanceStorePolicy") @Nullable String instanceStorePolicy,
      @ReadFrom("status.subnets.id") Values subnets,
      @ReadFrom("status.securityGroups.id") Values securityGroups,
      @ReadFrom("status.capacityReservations.id") Values capacityReservations,
      @ReadFrom("spec.placementGroupSelector.id") @Nullable String placementGroup,
      @ReadFrom("spec.networkInterfaces") Values interfaces,
      @ReadFrom("spec.connectionTracking") boolean connectionTracking,
      @ReadFrom("spec.cpuOptions.nestedVirtualization") boolean nestedVirtualization,
      @ReadFrom("spec.capacityReservationSelectorTerms") boolean selectsReservations)
      implements NodeClasses {

    /** A node class that asks nothing special of instance types. */
    public EC2NodeClass(
        String name,
        @Nullable String amiFamily,
        Tags annotations,
        Tags zones,
        boolean deleting,
        @Nullable String instanceStorePolicy,
        Values subnets,
        Values securityGroups,
        Values capacityReservations,
        @Nullable String placementGroup) {
      this(
          name,
          amiFamily,
          annotations,
          zones,
          deleting,
          instanceStorePolicy,
          subnets,
          securityGroups,
          capacityReservations,
          placementGroup,
          Values.NONE,
          false,
          false,
          false);
    }

    /** Annotations of what is made for a canary, of the pool as of the node class. */
    public static final String CANARY_OF = "plumbline.dev/canary-of";

    public static final String CANARY_POOL = "plumbline.dev/canary-pool";
    public static final String CANARY_RELEASE = "plumbline.dev/canary-release";

    @Override
    public String key() {
      return "EC2NodeClass/" + name;
    }

    /** The annotation {@code plumbline.dev/variant}; {@code standard} when it is not set. */
    public String variant() {
      String variant = annotations.value("plumbline.dev/variant");
      return variant == null ? "standard" : variant;
    }

    /**
     * The annotation {@code plumbline.dev/ring}: the order in which the node classes of a train
     * take a candidate; 100 when it is not set or no whole number.
     */
    public int ring() {
      String ring = annotations.value("plumbline.dev/ring");
      return ring != null && ring.matches("-?[0-9]{1,6}") ? Integer.parseInt(ring) : 100;
    }

    /**
     * The node class that this one is a canary of (annotation {@code plumbline.dev/canary-of});
     * null when it is none.
     */
    public @Nullable String canaryOf() {
      return annotations.value(CANARY_OF);
    }

    /**
     * The release that it is a canary for (annotation {@code plumbline.dev/canary-release}); null
     * when it is none.
     */
    public @Nullable String canaryRelease() {
      return annotations.value(CANARY_RELEASE);
    }

    /**
     * The pool whose copy is bound to it (annotation {@code plumbline.dev/canary-pool}); null when
     * it is no canary.
     */
    public @Nullable String canaryPool() {
      return annotations.value(CANARY_POOL);
    }

    /** Whether its status is known: it names subnets, without which a node class is never ready. */
    public boolean statusTold() {
      return !subnets.none();
    }

    /**
     * The placement group in words: {@code no placement group} when there is none or it is not
     * told.
     */
    public String placementGroupOrNone() {
      return placementGroup == null || placementGroup.isEmpty()
          ? "no placement group"
          : placementGroup;
    }
  }

  /**
   * {@code EC2NodeClass.spec.kubelet}, one for each node class, even if nothing is set.
   *
   * @param nodeClass the node class
   * @param maxPods {@code maxPods}; null when not set or an expression
   * @param podsPerCore {@code podsPerCore}; null when not set
   * @param kubeReserved {@code kubeReserved} without what is an expression
   * @param systemReserved {@code systemReserved} without what is an expression
   * @param evictionHard {@code evictionHard} as written, amounts and percentages: {@code
   *     memory.available} → {@code 5%}
   * @param expressions the fields that hold an expression (Karpenter's feature gate NodeClassCEL):
   *     maxPods, kubeReserved.cpu
   */
  @ReadFrom(of = "EC2NodeClass", at = "spec.kubelet")
  record KubeletConfiguration(
      String nodeClass,
      @ReadFrom("maxPods") @Nullable Integer maxPods,
      @ReadFrom("podsPerCore") @Nullable Integer podsPerCore,
      @ReadFrom("kubeReserved") Resources kubeReserved,
      @ReadFrom("systemReserved") Resources systemReserved,
      @ReadFrom("evictionHard") Tags evictionHard,
      @ReadFrom({"maxPods", "kubeReserved", "systemReserved"}) Values expressions)
      implements NodeClasses {

    @Override
    public String key() {
      return "KubeletConfiguration/" + nodeClass;
    }
  }

  /**
   * One of {@code EC2NodeClass.spec.networkInterfaces}.
   *
   * @param nodeClass the node class
   * @param position its place in the list, from 0
   * @param networkCardIndex {@code networkCardIndex}
   * @param interfaceType {@code interfaceType}: interface, efa-only
   */
  @ReadFrom(of = "EC2NodeClass", at = "spec.networkInterfaces")
  record NetworkInterface(
      String nodeClass,
      int position,
      @ReadFrom("networkCardIndex") int networkCardIndex,
      @ReadFrom("interfaceType") String interfaceType)
      implements NodeClasses {

    @Override
    public String key() {
      return "NetworkInterface/" + nodeClass + "/" + position;
    }

    /** How many are for EFA alone. */
    public static int efaOnly(Collection<NetworkInterface> interfaces) {
      return (int) interfaces.stream().filter(NetworkInterface::isEfaOnly).count();
    }

    /** How many on network card 0 are for EFA alone. */
    public static int efaOnlyOnFirstCard(Collection<NetworkInterface> interfaces) {
      return (int)
          interfaces.stream().filter(it -> it.isEfaOnly() && it.networkCardIndex == 0).count();
    }

    private boolean isEfaOnly() {
      return interfaceType.equals("efa-only");
    }
  }

  /**
   * One of {@code EC2NodeClass.status.amis}: what Karpenter resolved last.
   *
   * @param nodeClass the node class
   * @param index its place in the list, from 0
   * @param id {@code id}
   * @param deprecated {@code deprecated}
   * @param requirements {@code requirements}
   */
  @ReadFrom(of = "EC2NodeClass", at = "status.amis")
  record StatusAmi(
      String nodeClass,
      int index,
      @ReadFrom("id") String id,
      @ReadFrom("deprecated") boolean deprecated,
      @ReadFrom("requirements") Requirements requirements)
      implements NodeClasses {

    @Override
    public String key() {
      return "StatusAmi/" + nodeClass + "/" + index;
    }
  }
}
