package dev.plumbline.view;

import dev.plumbline.conclusion.ImageConclusions.AmiApproval;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.ReleaseConclusions.AliasReleaseObjection;
import dev.plumbline.conclusion.VerdictConclusions.AmiHeldBack;
import dev.plumbline.conclusion.VerdictConclusions.ImageHealth;
import dev.plumbline.conclusion.VerdictConclusions.ImageRelease;
import dev.plumbline.conclusion.VerdictConclusions.ImageState;
import dev.plumbline.conclusion.VerdictConclusions.ReleaseStatus;
import dev.plumbline.conclusion.VerdictConclusions.ReleaseWait;
import dev.plumbline.conclusion.VerdictConclusions.RingAdmitted;
import dev.plumbline.conclusion.VerdictConclusions.TrainCandidate;
import dev.plumbline.conclusion.VerdictConclusions.TrainClass;
import dev.plumbline.conclusion.VerdictConclusions.TrainIncumbent;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.fact.Verdicts.NodeFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The trains of images: what each node class launches, what it does not and why, and how each
 * release does.
 *
 * @param trains sorted by name
 * @param releases those that have a state, the newest first
 */
public record ImageTrainView(List<Train> trains, List<Release> releases) {

  /** As many nodes that failed are told of a release; its ImageVerdict has more. */
  private static final int MAX_FAILURES = 5;

  /**
   * Node classes that launch one selection of images one after another.
   *
   * @param classes by ring, then by name
   * @param releases the names of those that they select, launch or run, the newest first
   */
  public record Train(String name, List<Member> classes, List<String> releases) {}

  /**
   * A node class of a train.
   *
   * @param launches the releases of what it launches
   * @param incumbents the newest proven release of each family or architecture
   * @param status what Karpenter's status names, where that is something else; else empty
   * @param refused what speaks against releases that are newer, the newest first
   * @param next newer releases that it may launch or that wait, the candidate first
   */
  public record Member(
      String nodeClass,
      String train,
      int ring,
      List<String> launches,
      List<String> incumbents,
      List<String> status,
      List<Refused> refused,
      List<Next> next) {}

  public record Refused(String release, @Nullable String rule, String message) {}

  /**
   * A release that a node class does not launch yet, or takes before it is proven.
   *
   * @param admitted why it may be launched; null while it may not
   */
  public record Next(
      String release, boolean candidate, @Nullable String admitted, List<Wait> waits) {}

  /**
   * What is waited for.
   *
   * @param until until when; null if that is not known
   */
  public record Wait(String rule, String message, @Nullable Instant until) {}

  /**
   * A release.
   *
   * @param title the name of the image of a custom image; null of a release of an alias family
   * @param since since when it is in this state; null before that was written
   * @param made when EC2 made its newest image; null if EC2 does not list it
   * @param classes how its nodes do, by node class
   * @param failures the last ones, the newest first
   * @param waits what it waits for in every node class
   */
  public record Release(
      String name,
      @Nullable String title,
      String state,
      String message,
      @Nullable Instant since,
      @Nullable Instant made,
      List<String> images,
      List<ImageHealth> classes,
      List<NodeFailure> failures,
      @Nullable Decision decision,
      List<Wait> waits) {

    public String object() {
      return ObjectKind.IMAGE_VERDICT.key(ImageVerdict.name(name));
    }

    public long nodes() {
      return classes.stream().mapToLong(ImageHealth::nodes).sum();
    }

    public long healthyHours() {
      return classes.stream().mapToLong(ImageHealth::healthyHours).sum();
    }

    public long failed() {
      return classes.stream().mapToLong(ImageHealth::failed).sum();
    }
  }

  /**
   * What a person decided.
   *
   * @param inForce false once it has expired
   */
  public record Decision(
      String decision,
      @Nullable String reason,
      @Nullable String author,
      @Nullable Instant expires,
      boolean inForce) {}

  public static ImageTrainView of(SettlementIndex index) {
    return new Reading(index).view();
  }

  /** Null if it is not a node class of a train, such as one that is being deleted. */
  public @Nullable Member member(String nodeClass) {
    return trains.stream()
        .flatMap(train -> train.classes().stream())
        .filter(each -> each.nodeClass().equals(nodeClass))
        .findFirst()
        .orElse(null);
  }

  /** Null if it has no state. */
  public @Nullable Release release(String name) {
    return releases.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }

  /** The conclusions of one settlement, by what they are about. */
  private static final class Reading {

    private final SettlementIndex index;
    private final Map<String, String> releaseOf = new HashMap<>();
    private final Map<String, List<String>> imagesOf = new TreeMap<>();
    private final Comparator<String> newestFirst;

    Reading(SettlementIndex index) {
      this.index = index;
      for (ImageRelease each : index.of(ImageRelease.class)) {
        releaseOf.put(each.ami(), each.release());
        imagesOf.computeIfAbsent(each.release(), key -> new ArrayList<>()).add(each.ami());
      }
      newestFirst =
          Comparator.comparing(this::madeOrNever)
              .reversed()
              .thenComparing(Comparator.<String>naturalOrder().reversed());
    }

    ImageTrainView view() {
      Map<String, List<TrainClass>> trains =
          SettlementIndex.group(index.of(TrainClass.class), TrainClass::train);
      Set<String> stated =
          index.of(ImageState.class).stream().map(ImageState::release).collect(Collectors.toSet());
      var views = new ArrayList<Train>();
      trains.forEach(
          (name, classes) ->
              views.add(
                  new Train(
                      name,
                      classes.stream()
                          .sorted(
                              Comparator.comparingInt(TrainClass::ring)
                                  .thenComparing(TrainClass::nodeClass))
                          .map(this::member)
                          .toList(),
                      classes.stream()
                          .flatMap(each -> releases(each.nodeClass()).stream())
                          .filter(stated::contains)
                          .distinct()
                          .sorted(newestFirst)
                          .toList())));
      return new ImageTrainView(
          views,
          index.of(ImageState.class).stream()
              .sorted(Comparator.comparing(ImageState::release, newestFirst))
              .map(this::release)
              .toList());
    }

    /** What a node class selects, launches, runs or ran. */
    private Set<String> releases(String nodeClass) {
      var names = new TreeSet<String>();
      index.of(AmiApproval.class, nodeClass).forEach(each -> names.add(release(each.ami())));
      names.addAll(launches(nodeClass));
      index.of(ImageHealth.class, nodeClass).forEach(each -> names.add(each.release()));
      return names;
    }

    private List<String> launches(String nodeClass) {
      return index.of(AmiResolved.class, nodeClass).stream()
          .map(each -> release(each.ami()))
          .distinct()
          .sorted(newestFirst)
          .toList();
    }

    private Member member(TrainClass of) {
      String name = of.nodeClass();
      List<String> launches = launches(name);
      return new Member(
          name,
          of.train(),
          of.ring(),
          launches,
          index.of(TrainIncumbent.class, name).stream()
              .map(TrainIncumbent::release)
              .distinct()
              .sorted(newestFirst)
              .toList(),
          status(name),
          refused(name, launches),
          next(name, launches));
    }

    private List<String> status(String nodeClass) {
      Set<String> status =
          index.facts(StatusAmi.class).stream()
              .filter(each -> each.nodeClass().equals(nodeClass))
              .map(StatusAmi::id)
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> resolved =
          index.of(AmiResolved.class, nodeClass).stream()
              .map(AmiResolved::ami)
              .collect(Collectors.toCollection(TreeSet::new));
      return status.equals(resolved)
          ? List.of()
          : status.stream().map(this::release).distinct().sorted(newestFirst).toList();
    }

    /** Of releases that are not older than what is launched: others are past. */
    private List<Refused> refused(String nodeClass, List<String> launches) {
      var refused = new LinkedHashSet<Refused>();
      Set<String> newer = new TreeSet<>(newestFirst);
      releases(nodeClass).stream().filter(each -> !older(each, launches)).forEach(newer::add);
      for (String release : newer) {
        ReleaseStatus status = refusedStatus(release);
        if (status != null) {
          refused.add(
              new Refused(release, null, "it is " + status.state() + ": " + status.message()));
        } else if (waits(nodeClass, release).isEmpty() && !launches.contains(release)) {
          objections(nodeClass, release).forEach(refused::add);
        }
      }
      return List.copyOf(refused);
    }

    private @Nullable ReleaseStatus refusedStatus(String release) {
      return index.of(ReleaseStatus.class).stream()
          .filter(each -> each.release().equals(release) && !each.state().equals("proven"))
          .findFirst()
          .orElse(null);
    }

    private List<Refused> objections(String nodeClass, String release) {
      var objections = new ArrayList<Refused>();
      for (AliasReleaseObjection each : index.of(AliasReleaseObjection.class, nodeClass)) {
        if (release.equals(each.family() + "@" + each.version())) {
          objections.add(new Refused(release, each.rule(), each.message()));
        }
      }
      if (!objections.isEmpty()) {
        return objections;
      }
      String object = ObjectKind.EC2_NODE_CLASS.key(nodeClass);
      for (AmiObjection each : index.of(AmiObjection.class, nodeClass)) {
        String image = object + "/" + RecordType.key(Ami.class, each.ami());
        if (release(each.ami()).equals(release) && index.waiver(each.rule(), image) == null) {
          objections.add(new Refused(release, each.rule(), each.message()));
        }
      }
      return objections;
    }

    private List<Next> next(String nodeClass, List<String> launches) {
      Set<String> candidates =
          index.of(TrainCandidate.class, nodeClass).stream()
              .map(TrainCandidate::release)
              .collect(Collectors.toSet());
      Map<String, String> admitted =
          index.of(RingAdmitted.class, nodeClass).stream()
              .collect(
                  Collectors.toMap(
                      RingAdmitted::release, RingAdmitted::message, (one, other) -> one));
      var names = new TreeSet<String>(candidates);
      index.of(ReleaseWait.class, nodeClass).forEach(each -> names.add(each.release()));
      index.of(AmiHeldBack.class, nodeClass).forEach(each -> names.add(release(each.ami())));
      names.addAll(admitted.keySet());
      names.removeIf(
          each ->
              refusedStatus(each) != null
                  || older(each, launches)
                  || (waits(nodeClass, each).isEmpty() && !candidates.contains(each)));
      return names.stream()
          .sorted(
              Comparator.comparing((String each) -> !candidates.contains(each))
                  .thenComparing(newestFirst))
          .map(
              each ->
                  new Next(
                      each, candidates.contains(each), admitted.get(each), waits(nodeClass, each)))
          .toList();
    }

    /** What it waits for in a node class; where nothing else is known, why it is held back. */
    private List<Wait> waits(String nodeClass, String release) {
      List<Wait> waits =
          index.of(ReleaseWait.class, nodeClass).stream()
              .filter(each -> each.release().equals(release))
              .map(Reading::wait)
              .toList();
      return !waits.isEmpty()
          ? waits
          : index.of(AmiHeldBack.class, nodeClass).stream()
              .filter(each -> release(each.ami()).equals(release))
              .filter(each -> objections(nodeClass, release).isEmpty())
              .map(each -> new Wait(each.rule(), each.message(), null))
              .distinct()
              .toList();
    }

    private static Wait wait(ReleaseWait of) {
      return new Wait(of.rule(), of.message(), of.until());
    }

    private Release release(ImageState of) {
      String name = of.release();
      ImageVerdict verdict =
          index.facts(ImageVerdict.class).stream()
              .filter(each -> each.release().equals(name))
              .findFirst()
              .orElse(null);
      Ami custom = index.ami(name);
      return new Release(
          name,
          custom == null ? null : custom.name(),
          of.state(),
          of.message(),
          verdict != null && of.state().equals(verdict.state()) ? verdict.since() : null,
          made(name),
          imagesOf.getOrDefault(name, List.of()),
          index.of(ImageHealth.class).stream().filter(each -> each.release().equals(name)).toList(),
          index.facts(NodeFailure.class).stream()
              .filter(each -> each.release().equals(name))
              .sorted(Comparator.comparing(NodeFailure::at).reversed())
              .limit(MAX_FAILURES)
              .toList(),
          verdict == null ? null : decision(verdict),
          index.of(ReleaseWait.class).stream()
              .filter(each -> each.release().equals(name) && each.nodeClass() == null)
              .map(Reading::wait)
              .toList());
    }

    private @Nullable Decision decision(ImageVerdict verdict) {
      Instant expires = verdict.expires();
      return verdict.decision() == null
          ? null
          : new Decision(
              verdict.decision(),
              verdict.reason(),
              verdict.author(),
              expires,
              expires == null || index.now().isBefore(expires));
    }

    private String release(String ami) {
      return releaseOf.getOrDefault(ami, ami);
    }

    private boolean older(String release, Collection<String> launches) {
      Instant newest =
          launches.stream()
              .filter(each -> family(each).equals(family(release)))
              .map(this::madeOrNever)
              .max(Comparator.naturalOrder())
              .orElse(Instant.MIN);
      return madeOrNever(release).isBefore(newest);
    }

    /** Releases of different families are not of one line; custom images are. */
    private static String family(String release) {
      return release.substring(0, Math.max(0, release.indexOf('@')));
    }

    private Instant madeOrNever(String release) {
      return Objects.requireNonNullElse(made(release), Instant.MIN);
    }

    private @Nullable Instant made(String release) {
      Instant made = null;
      for (String image : imagesOf.getOrDefault(release, List.of(release))) {
        Ami ami = index.ami(image);
        Instant created = ami == null ? null : ami.creationDate();
        if (created != null && (made == null || created.isAfter(made))) {
          made = created;
        }
      }
      return made;
    }
  }
}
