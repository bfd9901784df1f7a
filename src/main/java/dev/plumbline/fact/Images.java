package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Images of EC2, the aliases and SSM parameters that name them, and what node classes run. */
public sealed interface Images extends Fact {

  /**
   * An AMI family that an alias may name ({@code ami-families.yaml}).
   *
   * @param family as in the alias: al2023
   * @param amiFamily as in {@code EC2NodeClass.spec.amiFamily}: AL2023
   * @param os the label {@code kubernetes.io/os} of its nodes
   * @param windowsBuild the label {@code node.kubernetes.io/windows-build} of its nodes; null for
   *     Linux
   * @param minimumMinor the first Kubernetes minor it has images for; null when there is no limit
   * @param maximumMinor the last one; null when there is no limit
   * @param latestOnly whether {@code latest} is the only version an alias may name
   * @param rootDeviceName the root device that Karpenter maps when the node class maps none; null
   *     when it maps none either
   * @param rootVolumeGiB its size in GiB; null when Karpenter maps none
   */
  @ExpectedCount(10)
  record AliasFamily(
      String family,
      String amiFamily,
      String os,
      @Nullable String windowsBuild,
      @Nullable Integer minimumMinor,
      @Nullable Integer maximumMinor,
      boolean latestOnly,
      @Nullable String rootDeviceName,
      @Nullable Integer rootVolumeGiB)
      implements Images {

    @Override
    public String key() {
      return "AliasFamily/" + family;
    }

    /** Whether the family has images for Kubernetes 1.{@code minor}. */
    public boolean serves(int minor) {
      return (minimumMinor == null || minor >= minimumMinor)
          && (maximumMinor == null || minor <= maximumMinor);
    }

    /** The operating system labels of its nodes. */
    public Labels labels() {
      return Labels.of(
          java.util.Map.of(
              "kubernetes.io/os",
              java.util.List.of(os),
              "node.kubernetes.io/windows-build",
              windowsBuild == null ? java.util.List.of() : java.util.List.of(windowsBuild)));
    }
  }

  /**
   * One SSM path behind an alias, and what an image found there serves ({@code ami-families.yaml}).
   *
   * @param family the family: al2023
   * @param variant the set of paths it belongs to: standard, or what {@code plumbline.dev/variant}
   *     names
   * @param hardware what the image is built for: standard, nvidia, neuron
   * @param architecture {@code kubernetes.io/arch} of the image
   * @param template the path, with {@code {kubernetes}} and {@code {version}}
   * @param latest what {@code {version}} becomes for {@code latest}
   * @param release what {@code {version}} becomes for a release, with {@code {kubernetes}} and
   *     {@code {release}}
   * @param image how the images found there are named, with {@code {kubernetes}} and one {@code
   *     {release}}, after which {@code -*} may follow; null if their names contain no release
   * @param requirements the requirement set, without the architecture
   */
  @ExpectedCount(10)
  record AliasPath(
      String family,
      String variant,
      String hardware,
      String architecture,
      String template,
      String latest,
      String release,
      @Nullable String image,
      Requirements requirements)
      implements Images {

    @Override
    public String key() {
      return "AliasPath/" + family + "/" + variant + "/" + architecture + "/" + hardware;
    }

    /** The name of the SSM parameter for a Kubernetes version and an alias version. */
    public String parameter(String kubernetes, String aliasVersion) {
      String bare =
          aliasVersion.startsWith("v") && release.equals("{release}")
              ? aliasVersion.substring(1)
              : aliasVersion;
      String version = aliasVersion.equals("latest") ? latest : release.replace("{release}", bare);
      return template.replace("{version}", version).replace("{kubernetes}", kubernetes);
    }

    /** Where SSM keeps every release, with a slash at its end; null if it keeps none. */
    public @Nullable String listing(String kubernetes) {
      int at = template.indexOf("{version}");
      return at <= 0 ? null : template.substring(0, at).replace("{kubernetes}", kubernetes);
    }

    /** How the names of parameters with a release end: /image_id. */
    public String ending() {
      return template.substring(template.indexOf("{version}") + "{version}".length());
    }

    /**
     * The version that an alias has for the release in the name of an SSM parameter; null if it is
     * no parameter of this path, or that of {@code latest}, or names one build of a release.
     */
    public @Nullable String versionIn(String kubernetes, String parameter) {
      String path = listing(kubernetes);
      if (path == null || !parameter.startsWith(path) || !parameter.endsWith(ending())) {
        return null;
      }
      String named = release.replace("{kubernetes}", kubernetes);
      int at = named.indexOf("{release}");
      int from = path.length() + at;
      int to = parameter.length() - ending().length() - (named.length() - at - 9);
      if (at < 0
          || from >= to
          || !parameter.startsWith(named.substring(0, at), path.length())
          || !parameter.startsWith(named.substring(at + 9), to)) {
        return null;
      }
      String version = parameter.substring(from, to);
      return version.matches("v?[0-9][0-9.]*") ? version : null;
    }

    /** The release in the name of an image found there; null if it has none. */
    public @Nullable String releaseOf(String kubernetes, String imageName) {
      if (image == null) {
        return null;
      }
      String named = image.replace("{kubernetes}", kubernetes);
      int at = named.indexOf("{release}");
      String rest = at < 0 ? "" : named.substring(at + "{release}".length());
      if (at < 0 || !imageName.startsWith(named.substring(0, at))) {
        return null;
      }
      String tail = imageName.substring(at);
      int end = rest.isEmpty() ? tail.length() : tail.indexOf('-');
      return end <= 0 ? null : tail.substring(0, end);
    }
  }

  /**
   * An EC2 image ({@code DescribeImages}, {@code Images[]}).
   *
   * @param id {@code ImageId}
   * @param name {@code Name}; empty when the image has none
   * @param state {@code State}: pending, available, invalid, deregistered, transient, failed,
   *     error, disabled
   * @param stateReason {@code StateReason.Message}; null when EC2 gives none
   * @param architecture {@code Architecture}: i386, x86_64, arm64, x86_64_mac, arm64_mac
   * @param ownerId {@code OwnerId}, an account
   * @param ownerAlias {@code ImageOwnerAlias}: amazon, aws-marketplace; null for an ordinary
   *     account
   * @param creationDate {@code CreationDate}; null when EC2 gives none, which ranks as oldest
   * @param deprecationTime {@code DeprecationTime}; null when it is never deprecated
   * @param tags {@code Tags}
   * @param virtualizationType {@code VirtualizationType}: hvm, paravirtual; null when EC2 gives
   *     none
   * @param rootDeviceType {@code RootDeviceType}: ebs, instance-store; null when EC2 gives none
   * @param rootDeviceName {@code RootDeviceName}; null when EC2 gives none
   * @param rootSnapshotGiB the size of the root device's snapshot ({@code
   *     BlockDeviceMappings[].Ebs.VolumeSize}) in GiB; null when EC2 gives none
   * @param enaSupport {@code EnaSupport}; null when EC2 gives none
   * @param bootMode {@code BootMode}: legacy-bios, uefi, uefi-preferred; null when the image leaves
   *     it to the instance type
   * @param platform {@code Platform}: windows; null for every other
   * @param allowed {@code ImageAllowed}: whether it satisfies the criteria of EC2 Allowed AMIs;
   *     null where the account has not enabled them, not even in audit mode
   */
  @NamedBy({"ami", "by", "runs"})
  @ExpectedCount(1_000)
  @ReadFrom(of = "Images")
  record Ami(
      @ReadFrom("ImageId") String id,
      @ReadFrom("Name") String name,
      @ReadFrom("State")
          @OneOf({
            "pending",
            "available",
            "invalid",
            "deregistered",
            "transient",
            "failed",
            "error",
            "disabled"
          })
          String state,
      @ReadFrom("StateReason.Message") @Nullable String stateReason,
      @ReadFrom("Architecture") @OneOf({"i386", "x86_64", "arm64", "x86_64_mac", "arm64_mac"})
          String architecture,
      @ReadFrom("OwnerId") String ownerId,
      @ReadFrom("ImageOwnerAlias") @Nullable String ownerAlias,
      @ReadFrom("CreationDate") @Nullable Instant creationDate,
      @ReadFrom("DeprecationTime") @Nullable Instant deprecationTime,
      @ReadFrom({"Tags.Key", "Tags.Value"}) Tags tags,
      @ReadFrom("VirtualizationType") @OneOf({"hvm", "paravirtual"})
          @Nullable String virtualizationType,
      @ReadFrom("RootDeviceType") @OneOf({"ebs", "instance-store"}) @Nullable String rootDeviceType,
      @ReadFrom("RootDeviceName") @Nullable String rootDeviceName,
      @ReadFrom({"BlockDeviceMappings.DeviceName", "BlockDeviceMappings.Ebs.VolumeSize"})
          @Nullable Integer rootSnapshotGiB,
      @ReadFrom("EnaSupport") @Nullable Boolean enaSupport,
      @ReadFrom("BootMode") @OneOf({"legacy-bios", "uefi", "uefi-preferred"})
          @Nullable String bootMode,
      @ReadFrom("Platform") @Nullable String platform,
      @ReadFrom("ImageAllowed") @Nullable Boolean allowed)
      implements Images {

    private static final Pattern PUBLISHED =
        Pattern.compile(
            "^(?:amazon-eks-(?:[a-z0-9]+-)?node-(?:[a-z0-9_]+-)*|bottlerocket-aws-k8s-"
                + "|Windows_Server-.*EKS_Optimized-|ubuntu-eks(?:-[a-z]+)?/k8s_)"
                + "1\\.([0-9]{1,3})(?:[-/]|$)");

    private static final Pattern VERSION = Pattern.compile("^v?1\\.([0-9]{1,3})(?:[.+-]|$)");

    @Override
    public String key() {
      return "Ami/" + id;
    }

    /** The architecture as {@code kubernetes.io/arch} has it; null when no node runs on it. */
    @OneOf({"amd64", "arm64"})
    public @Nullable String kubernetesArchitecture() {
      return Architecture.kubernetes(architecture);
    }

    /**
     * The creation date in whole epoch seconds, as Karpenter ranks by; the lowest number when
     * unknown.
     */
    public long created() {
      return creationDate == null ? Long.MIN_VALUE : creationDate.getEpochSecond();
    }

    /**
     * The Kubernetes minor that the name of an image of EKS, Bottlerocket or Ubuntu tells: 33; null
     * when it tells none.
     */
    public @Nullable Integer kubernetesMinor() {
      return minor(PUBLISHED, name);
    }

    /** The Kubernetes minor in the tag {@code key}, such as 1.33 or v1.33.2; null without one. */
    public @Nullable Integer kubernetesMinorIn(String key) {
      String value = tags.value(key);
      return value == null ? null : minor(VERSION, value);
    }

    private static @Nullable Integer minor(Pattern pattern, String text) {
      Matcher told = pattern.matcher(text);
      return told.find() ? Integer.valueOf(told.group(1)) : null;
    }

    /** The state, with the reason where EC2 gives one. */
    public String stateAndReason() {
      return stateReason == null ? state : state + " (" + stateReason + ")";
    }
  }

  /**
   * How Karpenter sizes the nodes of an AMI family ({@code ami-families.yaml}).
   *
   * @param name as in {@code EC2NodeClass.spec.amiFamily}: AL2023
   * @param os the label {@code kubernetes.io/os} of its nodes
   * @param maxPods the pods a node takes where the kubelet configuration says nothing; null when
   *     its network interfaces limit them
   * @param podsPerCore whether {@code podsPerCore} is honoured
   * @param reservesByNetwork whether the memory reserved for Kubernetes grows with the pods that
   *     the network interfaces allow, be there fewer or more of them
   * @param ephemeralDevice the device whose volume pods use; null when the image decides
   * @param ephemeralGiB the size of that volume in GiB where the node class maps none
   */
  @ExpectedCount(10)
  record AmiFamily(
      String name,
      String os,
      @Nullable Integer maxPods,
      boolean podsPerCore,
      boolean reservesByNetwork,
      @Nullable String ephemeralDevice,
      int ephemeralGiB)
      implements Images {

    @Override
    public String key() {
      return "AmiFamily/" + name;
    }
  }

  /**
   * Whose hardware an image drives when its requirements ask for a kind of device but not for a
   * manufacturer ({@code ami-families.yaml}).
   *
   * @param deviceKey the label that must exist: karpenter.k8s.aws/instance-gpu-count
   * @param manufacturerKey the label that is then bound:
   *     karpenter.k8s.aws/instance-gpu-manufacturer
   * @param manufacturers its values: nvidia
   */
  @ExpectedCount(10)
  record DriverImplication(String deviceKey, String manufacturerKey, Values manufacturers)
      implements Images {

    @Override
    public String key() {
      return "DriverImplication/" + deviceKey;
    }
  }

  /**
   * What the name of a published image implies about the hardware it is built for ({@code
   * ami-families.yaml}).
   *
   * @param pattern the name, with {@code *} and {@code ?}
   * @param hardware nvidia, neuron
   * @param requirements the requirement set, without the architecture
   */
  record ImageNaming(String pattern, String hardware, Requirements requirements) implements Images {

    @Override
    public String key() {
      return "ImageNaming/" + pattern + "/" + hardware;
    }

    /** Whether {@code imageName} follows this naming. */
    public boolean fits(String imageName) {
      return Glob.matches(pattern, imageName);
    }
  }

  /**
   * A processor architecture that Kubernetes nodes run on ({@code ami-families.yaml}).
   *
   * @param name as in {@code kubernetes.io/arch}: amd64, arm64
   */
  @ExpectedCount(10)
  record ProcessorArchitecture(String name) implements Images {

    @Override
    public String key() {
      return "ProcessorArchitecture/" + name;
    }
  }

  /**
   * What is known against a release of an AMI family ({@code image-releases.yaml}).
   *
   * @param family the family: al2023
   * @param version as an alias has it: v20260409, 1.26.0
   * @param problem abandoned, bad or withdrawn
   * @param message what is known, in words
   */
  @ExpectedCount(10)
  record ReleaseProblem(
      String family,
      String version,
      @OneOf({"abandoned", "bad", "withdrawn"}) String problem,
      String message)
      implements Images {

    @Override
    public String key() {
      return "ReleaseProblem/" + family + "@" + version;
    }
  }

  /**
   * That SSM did not answer for one parameter, or for all below a path.
   *
   * @param name the requested path
   * @param code the error code: ParameterNotFound, ThrottlingException, AccessDeniedException, …
   */
  record SsmError(String name, String code) implements Images {

    @Override
    public String key() {
      return "SsmError/" + name;
    }
  }

  /**
   * An SSM parameter that was found ({@code GetParameters}, {@code Parameters[]}).
   *
   * @param name {@code Name}: the path
   * @param value {@code Value}: an image id when all is well; {@code SecureString} for one of that
   *     type, whose value is kept nowhere
   */
  @NamedBy("parameter")
  @ReadFrom(of = "Parameters")
  record SsmParameter(@ReadFrom("Name") String name, @ReadFrom({"Value", "Type"}) String value)
      implements Images {

    /** The {@code Type} of parameters whose values are kept nowhere. */
    public static final String SECRET = "SecureString";

    @Override
    public String key() {
      return "SsmParameter/" + name;
    }
  }
}
