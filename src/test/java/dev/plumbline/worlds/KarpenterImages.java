package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Operator;
import dev.plumbline.worlds.KarpenterRequirements.Requirement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Karpenter writes to {@code status.amis} of an EC2NodeClass, and which of it a type launches
 * with: {@code pkg/providers/amifamily} of the AWS provider ({@code ami.go}, {@code types.go}, and
 * {@code al2.go}, {@code al2023.go}, {@code bottlerocket.go}, {@code windows.go}).
 */
class KarpenterImages {

  static final String GPU = "karpenter.k8s.aws/instance-gpu-count";
  static final String ACCELERATOR = "karpenter.k8s.aws/instance-accelerator-count";
  static final String ARCHITECTURE = "kubernetes.io/arch";

  /** {@code AMI}: an image with one of its sets of requirements. */
  record Image(String id, String name, long created, boolean deprecated, KarpenterRequirements set)
      implements Comparable<Image> {

    /**
     * {@code compareAMI}: negative where this one is to be kept. Of two that are alike Karpenter
     * keeps the one that EC2 lists first; here it is the one of the lesser id.
     */
    int against(Image other) {
      if (deprecated != other.deprecated) {
        return deprecated ? 1 : -1;
      }
      return created != other.created
          ? Long.compare(other.created, created)
          : name.equals(other.name) ? id.compareTo(other.id) : other.name.compareTo(name);
    }

    /** {@code AMIs.Sort}. */
    @Override
    public int compareTo(Image other) {
      return created != other.created
          ? Long.compare(other.created, created)
          : id.compareTo(other.id);
    }
  }

  /** {@code DescribeImageQuery}: which images, and what is known of some by their id. */
  record Query(Predicate<Ami> filter, Map<String, List<KarpenterRequirements>> known) {}

  private final FactsByType facts;
  private final Map<String, List<Image>> listed = new HashMap<>();

  KarpenterImages(FactsByType facts) {
    this.facts = facts;
  }

  /** {@code DefaultProvider.List}. */
  final List<Image> list(EC2NodeClass nodeClass) {
    return listed.computeIfAbsent(nodeClass.name(), name -> select(nodeClass));
  }

  private List<Image> select(EC2NodeClass nodeClass) {
    var images = new LinkedHashMap<KarpenterRequirements, Image>();
    Instant now = facts.only(EvaluationTime.class).instant();
    for (Query query : queries(nodeClass)) {
      for (Ami ami : facts.sorted(Ami.class, Comparator.comparing(Ami::id))) {
        String architecture = Map.of("x86_64", "amd64", "arm64", "arm64").get(ami.architecture());
        if (!ami.state().equals("available") || architecture == null || !query.filter().test(ami)) {
          continue;
        }
        Instant created = ami.creationDate();
        Instant deprecation = ami.deprecationTime();
        for (KarpenterRequirements set :
            query.known().getOrDefault(ami.id(), List.of(unknown(ami)))) {
          images.merge(
              set.copy().add(ARCHITECTURE, Requirement.in(architecture)),
              new Image(
                  ami.id(),
                  ami.name(),
                  created == null ? Long.MIN_VALUE : created.getEpochSecond(),
                  deprecation != null && deprecation.getEpochSecond() <= now.getEpochSecond(),
                  set.copy().add(ARCHITECTURE, Requirement.in(architecture))),
              (old, candidate) -> old.against(candidate) <= 0 ? old : candidate);
        }
      }
    }
    return images.values().stream().sorted().toList();
  }

  /** What is required of nodes besides the architecture where no alias names the image. */
  KarpenterRequirements unknown(Ami ami) {
    return new KarpenterRequirements();
  }

  /** {@code MapToInstanceTypes} for one type; null where no image fits. */
  @Nullable String map(KarpenterRequirements type, List<Image> images) {
    for (Image image : images) {
      if (type.compatible(image.set())) {
        return image.id();
      }
    }
    return null;
  }

  /** {@code DescribeImageQueries}. */
  private List<Query> queries(EC2NodeClass nodeClass) {
    var queries = new ArrayList<Query>();
    var ids = new ArrayList<String>();
    for (AmiSelectorTerm term :
        facts.where(AmiSelectorTerm.class, it -> it.nodeClass().equals(nodeClass.name()))) {
      if (term.alias() != null) {
        return alias(term.alias());
      }
      if (term.id() != null) {
        ids.add(term.id());
      } else if (term.ssmParameter() != null) {
        String value = parameter(term.ssmParameter());
        if (value != null && value.startsWith("ami-")) {
          ids.add(value);
        }
      } else {
        queries.add(new Query(ami -> owned(term, ami) && filtered(term, ami), Map.of()));
      }
    }
    if (!ids.isEmpty()) {
      queries.add(new Query(ami -> ids.contains(ami.id()), Map.of()));
    }
    return queries;
  }

  private boolean owned(AmiSelectorTerm term, Ami ami) {
    List<String> owners =
        term.owner() != null
            ? List.of(term.owner())
            : term.name() != null ? List.of("self", "amazon") : List.of();
    return owners.isEmpty()
        || owners.contains(ami.ownerId())
        || (ami.ownerAlias() != null && owners.contains(ami.ownerAlias()))
        || (owners.contains("self") && ami.ownerId().equals(LiveWorld.SELF));
  }

  /** The filters {@code name}, {@code tag:KEY} and {@code tag-key} of DescribeImages. */
  private static boolean filtered(AmiSelectorTerm term, Ami ami) {
    Map<String, String> tags = ami.tags().map();
    return (term.name() == null || glob(term.name(), ami.name()))
        && term.tags().map().entrySet().stream()
            .allMatch(
                tag ->
                    tag.getValue().equals("*")
                        ? tags.containsKey(tag.getKey())
                        : tags.containsKey(tag.getKey())
                            && glob(tag.getValue(), tags.get(tag.getKey())));
  }

  static boolean glob(String pattern, String text) {
    var regex = new StringBuilder();
    for (char each : pattern.toCharArray()) {
      regex.append(each == '*' ? ".*" : each == '?' ? "." : Pattern.quote(String.valueOf(each)));
    }
    return text.matches(regex.toString());
  }

  /** {@code DescribeImageQuery} of each family: SSM paths, and the variants of each. */
  private List<Query> alias(String alias) {
    String family = alias.substring(0, alias.indexOf('@'));
    String version = alias.substring(alias.indexOf('@') + 1);
    String kubernetes = facts.only(ClusterVersion.class).version();
    String eks = "/aws/service/eks/optimized-ami/" + kubernetes + "/amazon-linux-";
    boolean latest = version.equals("latest");
    int minor = Integer.parseInt(kubernetes.substring(2));
    if ((family.equals("al2") && minor >= 33) || (family.equals("windows2025") && minor < 35)) {
      return List.of(); // AL2DeprecationError, WS2025UnsupportedVersionError
    }
    var known = new HashMap<String, List<KarpenterRequirements>>();
    switch (family) {
      case "al2" -> {
        String node = "node-" + kubernetes + "-" + version;
        String[][] paths = {
          {"2/", "amazon-eks-" + node, "standard"},
          {"2-arm64/", "amazon-eks-arm64-" + node, "standard"},
          {"2-gpu/", "amazon-eks-gpu-" + node, "neuron", "nvidia"}
        };
        for (String[] path : paths) {
          String name = eks + path[0] + (latest ? "recommended" : path[1]) + "/image_id";
          put(known, name, List.of(path).subList(2, path.length));
        }
      }
      case "al2023" -> {
        for (String[] at :
            new String[][] {
              {"x86_64", "standard"},
              {"x86_64", "nvidia"},
              {"x86_64", "neuron"},
              {"arm64", "standard"},
              {"arm64", "nvidia"}
            }) {
          String release = "amazon-eks-node-al2023-%s-%s-%s-%s";
          String name = release.formatted(at[0], at[1], kubernetes, version);
          put(
              known,
              eks
                  + "2023/"
                  + at[0]
                  + "/"
                  + at[1]
                  + "/"
                  + (latest ? "recommended" : name)
                  + "/image_id",
              List.of(at[1]));
        }
      }
      case "bottlerocket" -> {
        String path = "/aws/service/bottlerocket/aws-k8s-" + kubernetes;
        String end = "/" + version.replaceFirst("^v+", "") + "/image_id";
        put(known, path + "/x86_64" + end, List.of("standard", "neuron"));
        put(known, path + "/arm64" + end, List.of("standard"));
        put(known, path + "-nvidia/x86_64" + end, List.of("nvidia"));
        put(known, path + "-nvidia/arm64" + end, List.of("nvidia"));
      }
      default -> {
        String year = family.replace("windows", "");
        put(
            known,
            "/aws/service/ami-windows-latest/Windows_Server-"
                + year
                + "-English-Core-EKS_Optimized-"
                + kubernetes
                + "/image_id",
            List.of(family));
      }
    }
    return List.of(new Query(ami -> known.containsKey(ami.id()), known));
  }

  private void put(
      Map<String, List<KarpenterRequirements>> known, String path, List<String> variants) {
    String value = parameter(path);
    if (value != null) {
      known.put(value, variants.stream().map(KarpenterImages::requirements).toList());
    }
  }

  /** {@code Variant.Requirements}. */
  static KarpenterRequirements requirements(String variant) {
    var none = Requirement.of(Operator.DOES_NOT_EXIST, List.of());
    var some = Requirement.of(Operator.EXISTS, List.of());
    var set = new KarpenterRequirements();
    return switch (variant) {
      case "standard" -> set.add(ACCELERATOR, none).add(GPU, none);
      case "nvidia" -> set.add(GPU, some);
      case "neuron" -> set.add(ACCELERATOR, some);
      default ->
          set.add("kubernetes.io/os", Requirement.in("windows"))
              .add(
                  "node.kubernetes.io/windows-build",
                  Requirement.in(LiveWorld.windowsBuild(variant)));
    };
  }

  private @Nullable String parameter(String name) {
    return facts.where(SsmParameter.class, it -> it.name().equals(name)).stream()
        .map(SsmParameter::value)
        .findFirst()
        .orElse(null);
  }
}
