package dev.plumbline.rehearsal;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Karpenter's AMI provider resolves selector terms to ({@code pkg/providers/amifamily} of
 * karpenter-provider-aws v1.14), including how long it caches SSM parameters.
 */
final class AmiResolver {

  /** {@code SSMProvider}: an alias is looked up once a day, {@code latest} included. */
  static final Duration ALIAS_TTL = Duration.ofHours(24);

  /** {@code SSMProvider}: parameters of {@code ssmParameter} terms. */
  static final Duration PARAMETER_TTL = Duration.ofMinutes(5);

  /** The variant of aliases that Karpenter knows. */
  private static final String VARIANT = "standard";

  private static final Comparator<Resolved> RANK =
      Comparator.comparing((Resolved image) -> image.deprecated() ? 0 : 1)
          .thenComparing(image -> image.ami().created())
          .thenComparing(image -> image.ami().name());

  private static final Comparator<Resolved> ORDER =
      Comparator.comparing((Resolved image) -> image.ami().created())
          .reversed()
          .thenComparing(image -> image.ami().id());

  /** One entry of {@code status.amis}. */
  record Resolved(Ami ami, Requirements requirements, boolean deprecated) {}

  private record Cached(@Nullable String value, Instant until) {}

  private final ImageCatalog images;
  private final List<AliasPath> paths;
  private final Scope scope;
  private final InstantSource clock;
  private final Map<String, Cached> cache = new HashMap<>();

  /**
   * Whose images and for which cluster.
   *
   * @param kubernetes 1.33
   */
  record Scope(String accountId, String kubernetes) {}

  AmiResolver(
      ImageCatalog images, Collection<? extends Fact> policy, Scope scope, InstantSource clock) {
    this.images = images;
    this.paths =
        policy.stream()
            .filter(AliasPath.class::isInstance)
            .map(AliasPath.class::cast)
            .filter(path -> path.variant().equals(VARIANT))
            .toList();
    this.scope = scope;
    this.clock = clock;
  }

  /** The images in the order of {@code status.amis}. */
  List<Resolved> resolve(List<AmiSelectorTerm> terms) {
    var best = new HashMap<Requirements, Resolved>();
    for (AmiSelectorTerm term : terms) {
      (term.alias() == null ? byTerm(term) : byAlias(term))
          .forEach(
              image ->
                  best.merge(
                      image.requirements(),
                      image,
                      (one, other) -> RANK.compare(one, other) >= 0 ? one : other));
    }
    return best.values().stream().sorted(ORDER).toList();
  }

  /** When a cached parameter may change what is resolved; null when nothing is cached. */
  @Nullable Instant nextExpiry() {
    return cache.values().stream()
        .map(Cached::until)
        .filter(until -> until.isAfter(clock.instant()))
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Stream<Resolved> byAlias(AmiSelectorTerm term) {
    return paths.stream()
        .filter(path -> path.family().equals(term.aliasFamily()))
        .flatMap(
            path -> {
              String name = path.parameter(scope.kubernetes(), String.valueOf(term.aliasVersion()));
              return image(parameter(name, ALIAS_TTL))
                  .map(ami -> resolved(ami, path.architecture(), path.requirements()));
            });
  }

  private Stream<Resolved> byTerm(AmiSelectorTerm term) {
    Stream<Ami> found;
    if (term.id() != null) {
      found = image(term.id());
    } else if (term.ssmParameterName() != null) {
      found = image(parameter(term.ssmParameterName(), PARAMETER_TTL));
    } else {
      found =
          images.amis().stream()
              .filter(ami -> term.name() == null || term.nameFits(ami.name()))
              .filter(ami -> ami.tags().matchAll(term.tags()))
              .filter(ami -> owned(ami, term));
    }
    return found
        .filter(ami -> ami.state().equals("available"))
        .filter(ami -> ami.kubernetesArchitecture() != null)
        .map(ami -> resolved(ami, String.valueOf(ami.kubernetesArchitecture()), Requirements.NONE));
  }

  private boolean owned(Ami ami, AmiSelectorTerm term) {
    String owner = term.owner();
    boolean own = ami.ownerId().equals(scope.accountId());
    if (owner == null) {
      return term.name() == null || own || "amazon".equals(ami.ownerAlias());
    }
    return owner.equals("self")
        ? own
        : owner.equals(ami.ownerId()) || owner.equals(ami.ownerAlias());
  }

  private Resolved resolved(Ami ami, String architecture, Requirements requirements) {
    Instant deprecation = ami.deprecationTime();
    return new Resolved(
        ami,
        requirements.plus(
            Requirements.of(new Requirement("kubernetes.io/arch", Operator.IN, architecture))),
        deprecation != null && !deprecation.isAfter(clock.instant()));
  }

  private Stream<Ami> image(@Nullable String id) {
    Ami ami = id == null ? null : images.ami(id);
    return ami != null && ami.state().equals("available") ? Stream.of(ami) : Stream.empty();
  }

  private @Nullable String parameter(String name, Duration ttl) {
    Cached cached = cache.get(name);
    if (cached == null || !cached.until().isAfter(clock.instant())) {
      cached = new Cached(images.parameter(name), clock.instant().plus(ttl));
      // What is missing is not cached.
      if (cached.value() != null) {
        cache.put(name, cached);
      }
    }
    return cached.value();
  }
}
