package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Tags;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.source.ReleaseCalendar.Release;
import dev.plumbline.source.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a policy would have done on a cluster while releases of AMI families, or the images of a
 * snapshot, came out one after the other. Nothing that was found out about a release later is told
 * beforehand: its nodes fail, and that is all.
 */
public final class CalendarRehearsal {

  /** What became of nodes on releases that are recorded as bad: hours later they failed. */
  private static final ImageBehavior BAD =
      new ImageBehavior(Failure.NOT_READY, Duration.ofHours(6), 1);

  /** Of the day on which a release was announced. */
  private static final Duration TIME_OF_DAY = Duration.ofHours(18);

  private static final String ACTIONS_MODE = "actions.mode";

  /** What pods select: nodes of a pool, or of a copy of it. */
  private static final String WORKLOAD = "rehearsal.plumbline.dev/workload";

  /** Every day as many pods more need a node, for so long. */
  private static final int MORE_PODS = 2;

  private static final Duration DAYTIME = Duration.ofHours(12);
  private static final int LEAST_EXPOSED = 2;
  private static final int RELEASES_BEFORE = 6;
  private static final long SEED = 1;

  private final Evaluation evaluation;
  private final Snapshot snapshot;
  private final List<Release> calendar;
  private final Settings settings;
  private final List<AliasPath> paths;
  private final String kubernetes;
  private final Map<String, Release> releases = new HashMap<>(); // by image id
  private final Map<String, Long> peaks = new TreeMap<>(); // nodes by node class and release
  private final Map<String, ClassDays> days = new TreeMap<>();

  /**
   * What is rehearsed.
   *
   * @param nodes of each pool that has no NodeClaims in the snapshot
   * @param observe whether nothing is carried out, to see what Karpenter does alone
   */
  public record Settings(Instant from, Instant to, int nodes, boolean observe) {}

  /**
   * One node class.
   *
   * @param selection its selector terms, in words
   * @param daysBehind the days that a node ran an image after a newer good release was out: the
   *     average over nodes and days; null where no release is known
   * @param mostDaysBehind of the worst day; null like it
   * @param daysUnresolved on how many days it resolved to no image
   */
  public record ClassResult(
      String nodeClass,
      String selection,
      @Nullable Double daysBehind,
      @Nullable Long mostDaysBehind,
      long daysUnresolved,
      List<Exposure> exposures) {}

  /**
   * A release with a problem that nodes ran.
   *
   * @param nodes the most that ran it at a time
   * @param bound the most that may: 1 % of the nodes, but not less than 2
   */
  public record Exposure(String release, String problem, String message, long nodes, long bound) {

    public boolean broken() {
      return nodes > bound;
    }
  }

  /**
   * The outcome.
   *
   * @param releases how many came out in that time
   * @param writes how many changes Plumbline made, but for reports and verdicts, by kind of action
   */
  public record Result(
      Instant from,
      Instant to,
      int releases,
      int nodes,
      long launches,
      List<ClassResult> classes,
      SortedMap<String, Long> writes) {

    /** What should not have been, in words. */
    public List<String> broken() {
      var broken = new ArrayList<String>();
      for (ClassResult each : classes) {
        for (Exposure exposure : each.exposures()) {
          if (exposure.broken()) {
            broken.add(
                "%s: %d nodes ran %s at a time, not at most %d"
                    .formatted(
                        each.nodeClass(), exposure.nodes(), exposure.release(), exposure.bound()));
          }
        }
        if (each.daysUnresolved() > 0) {
          broken.add(
              "%s: resolved to no image on %d days"
                  .formatted(each.nodeClass(), each.daysUnresolved()));
        }
      }
      return broken;
    }
  }

  private static final class ClassDays {
    long nodeDays;
    double behind;
    long most;
    long unresolved;
    boolean resolvedOnce;
  }

  /** Nothing happens before {@link #run}. */
  public CalendarRehearsal(
      Evaluation evaluation, Snapshot snapshot, List<Release> calendar, Settings settings) {
    this.evaluation = evaluation;
    this.snapshot = snapshot;
    this.settings = settings;
    this.paths = facts(evaluation.policy().facts(), AliasPath.class).toList();
    this.kubernetes =
        facts(snapshot.facts(), ClusterVersion.class)
            .map(ClusterVersion::version)
            .findFirst()
            .orElse("");
    Set<String> families = new HashSet<>();
    facts(snapshot.facts(), AmiSelectorTerm.class)
        .map(AmiSelectorTerm::aliasFamily)
        .forEach(families::add);
    this.calendar =
        calendar.stream()
            .filter(release -> release.published() != null && families.contains(release.family()))
            .filter(release -> isNamed(release) || !isLongBefore(release, calendar))
            .toList();
  }

  private boolean isNamed(Release release) {
    return facts(snapshot.facts(), AmiSelectorTerm.class)
        .anyMatch(term -> name(release).equals(term.alias()));
  }

  /**
   * Whether so many of its family came out between it and the beginning that it matters no more.
   */
  private boolean isLongBefore(Release release, List<Release> all) {
    LocalDate published = release.published();
    LocalDate begin = LocalDate.ofInstant(settings.from(), ZoneOffset.UTC);
    return published != null
        && all.stream()
                .filter(other -> other.family().equals(release.family()))
                .map(Release::published)
                .filter(day -> day != null && day.isAfter(published) && day.isBefore(begin))
                .count()
            >= RELEASES_BEFORE;
  }

  /** Lets the time pass. */
  public Result run() {
    return run(SEED, live -> {});
  }

  /**
   * Lets the time pass, in another course for each seed.
   *
   * @param settled called after each settlement, before its plan is carried out
   */
  public Result run(long seed, Consumer<HostSnapshot> settled) {
    try (var rehearsal = new Rehearsal(evaluation, base(), seed)) {
      int out = schedule(rehearsal);
      int nodes = demand(rehearsal, 0);
      rehearsal.onSettled(
          live -> {
            expose(rehearsal);
            settled.accept(live);
          });
      for (Instant day = settings.from();
          day.isBefore(settings.to());
          day = day.plus(Duration.ofDays(1))) {
        demand(rehearsal, MORE_PODS);
        rehearsal.runUntil(day.plus(DAYTIME));
        demand(rehearsal, 0);
        rehearsal.runUntil(day.plus(Duration.ofDays(1)));
        endOfDay(rehearsal);
      }
      var writes = new TreeMap<String, Long>();
      rehearsal.writes().stream()
          .filter(write -> write.kind() != ActionKind.REPORT && !write.kind().isOwnMemory())
          .forEach(write -> writes.merge(write.kind().wire(), 1L, Long::sum));
      return new Result(
          settings.from(),
          settings.to(),
          out,
          nodes,
          rehearsal.karpenter().launches().size(),
          results(nodes),
          writes);
    }
  }

  /** The snapshot as it was at the beginning, with every action enforced but reports. */
  private Snapshot base() {
    var facts = new ArrayList<Fact>();
    for (Fact fact : snapshot.facts()) {
      boolean later =
          switch (fact) {
            case Ami ami -> createdLater(ami);
            case SsmParameter parameter -> isListed(parameter.name());
            case Parameter parameter -> parameter.name().equals(ACTIONS_MODE);
            default -> false;
          };
      if (!later) {
        facts.add(fact);
      }
    }
    ObjectNode modes = JsonNodeFactory.instance.objectNode();
    modes
        .putObject(ACTIONS_MODE)
        .put("*", settings.observe() ? "observe" : "enforce")
        .put(ActionKind.REPORT.wire(), "observe");
    evaluation.policy().parameters(modes, "the rehearsal").stream()
        .filter(parameter -> parameter.name().equals(ACTIONS_MODE))
        .forEach(facts::add);
    var objects = new TreeMap<ObjectRef, JsonNode>(snapshot.objects());
    objects.replaceAll(CalendarRehearsal::withWorkload);
    return new Snapshot(snapshot.path(), settings.from(), snapshot.region(), facts, objects);
  }

  private static JsonNode withWorkload(ObjectRef ref, JsonNode object) {
    if (!ObjectKind.NODE_POOL.is(ref.kind())) {
      return object;
    }
    ObjectNode pool = object.deepCopy();
    pool.withObject("/spec/template/metadata/labels").put(WORKLOAD, ref.name());
    return pool;
  }

  private boolean createdLater(Ami ami) {
    return ami.creationDate() != null && ami.creationDate().isAfter(settings.from());
  }

  private boolean isListed(String parameter) {
    return paths.stream()
        .filter(path -> calendar.stream().anyMatch(each -> each.family().equals(path.family())))
        .map(path -> path.listing(kubernetes))
        .anyMatch(listing -> listing != null && parameter.startsWith(listing));
  }

  /** Schedules what comes out; returns how much. */
  private int schedule(Rehearsal rehearsal) {
    int count = 0;
    var pointed = new HashMap<String, Release>();
    for (Release release : calendar) {
      LocalDate published = release.published();
      if (published == null) {
        continue;
      }
      Instant out = at(published);
      if (out.isAfter(settings.to())) {
        continue;
      }
      count += out.isAfter(settings.from()) ? 1 : 0;
      Release before = pointed.get(release.family());
      LocalDate end = release.until();
      Instant until = end == null ? Instant.MAX : at(end);
      boolean back = !until.isAfter(settings.to());
      boolean over = !until.isAfter(settings.from());
      rehearsal.time().at(out, () -> publish(rehearsal, release, !over));
      if (!over) {
        pointed.put(release.family(), release);
      }
      if (back && !over && before != null) {
        rehearsal.time().at(until, () -> point(rehearsal, before));
        pointed.put(release.family(), before);
      }
    }
    for (Ami ami : facts(snapshot.facts(), Ami.class).filter(this::createdLater).toList()) {
      Instant created = ami.creationDate();
      if (created != null && created.isBefore(settings.to())) {
        count++;
        rehearsal.time().at(created, () -> rehearsal.images().put(ami));
      }
    }
    return count;
  }

  private static Instant at(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(TIME_OF_DAY);
  }

  private void publish(Rehearsal rehearsal, Release release, boolean pointed) {
    for (AliasPath path : paths) {
      if (path.family().equals(release.family())) {
        Ami ami = ami(release, path);
        releases.put(ami.id(), release);
        if ("bad".equals(release.problem())) {
          rehearsal.karpenter().behavior(ami.id(), BAD);
        }
        rehearsal.images().put(ami);
        rehearsal.images().parameter(path.parameter(kubernetes, release.version()), ami.id());
      }
    }
    if (pointed) {
      point(rehearsal, release);
    }
  }

  private void point(Rehearsal rehearsal, Release release) {
    for (AliasPath path : paths) {
      if (path.family().equals(release.family())) {
        rehearsal.images().parameter(path.parameter(kubernetes, "latest"), id(release, path));
      }
    }
  }

  private static String id(Release release, AliasPath path) {
    String what = release.version() + " " + path.template();
    return "ami-%017x".formatted(what.hashCode() & 0xffff_ffffL);
  }

  private Ami ami(Release release, AliasPath path) {
    String version = release.version();
    String image = path.image() == null ? path.release() : path.image();
    boolean arm = path.architecture().equals("arm64");
    LocalDate published = release.published();
    return new Ami(
        id(release, path),
        image
            .replace("{kubernetes}", kubernetes)
            .replace("{release}", version)
            .replace("-*", "-00000000"),
        "available",
        null,
        arm ? "arm64" : "x86_64",
        "602401143452",
        "amazon",
        published == null ? null : published.atStartOfDay(ZoneOffset.UTC).toInstant(),
        null,
        Tags.NONE,
        "hvm",
        "ebs",
        "/dev/xvda",
        null,
        true,
        arm ? "uefi" : null,
        null,
        null);
  }

  /** Sets how many pods each pool has beside those that it always has; returns the latter. */
  private int demand(Rehearsal rehearsal, int more) {
    List<NodePool> pools = facts(snapshot.facts(), NodePool.class).toList();
    int all = 0;
    for (NodePool pool : pools) {
      long claims =
          facts(snapshot.facts(), NodeClaim.class)
              .filter(claim -> pool.name().equals(claim.nodePool()))
              .count();
      int count = claims == 0 ? settings.nodes() : (int) claims;
      all += count;
      rehearsal.karpenter().demand(pool.name(), Map.of(WORKLOAD, pool.name()), count + more);
    }
    return all;
  }

  /** Notes how many nodes run each release that has a problem. */
  private void expose(Rehearsal rehearsal) {
    var now = new HashMap<String, Long>();
    rehearsal
        .karpenter()
        .eachRunning(
            (nodeClass, image) -> {
              Release release = releases.get(image);
              if (release != null && release.problem() != null) {
                now.merge(original(rehearsal, nodeClass) + " " + name(release), 1L, Long::sum);
              }
            });
    now.forEach((key, nodes) -> peaks.merge(key, nodes, Math::max));
  }

  /** The node class that a canary is a copy of; any other itself. */
  private static String original(Rehearsal rehearsal, String nodeClass) {
    JsonNode live = rehearsal.server().get(ObjectKind.EC2_NODE_CLASS.ref(nodeClass));
    return live == null
        ? nodeClass
        : live.at("/metadata/annotations").path("plumbline.dev/canary-of").asText(nodeClass);
  }

  private void endOfDay(Rehearsal rehearsal) {
    LocalDate today = LocalDate.ofInstant(rehearsal.time().instant(), ZoneOffset.UTC);
    for (EC2NodeClass each : facts(snapshot.facts(), EC2NodeClass.class).toList()) {
      ClassDays day = days.computeIfAbsent(each.name(), name -> new ClassDays());
      boolean resolved = rehearsal.karpenter().resolved(each.name());
      day.resolvedOnce |= resolved;
      day.unresolved += day.resolvedOnce && !resolved ? 1 : 0;
    }
    rehearsal
        .karpenter()
        .eachRunning(
            (nodeClass, image) -> {
              Release release = releases.get(image);
              ClassDays day = days.get(nodeClass);
              if (release != null && day != null) {
                long behind = behind(release, today);
                day.nodeDays++;
                day.behind += behind;
                day.most = Math.max(day.most, behind);
              }
            });
  }

  /** For how many days a newer release without a problem has been out. */
  private long behind(Release running, LocalDate today) {
    LocalDate published = running.published();
    return calendar.stream()
        .filter(each -> each.family().equals(running.family()) && each.problem() == null)
        .map(Release::published)
        .filter(day -> day != null && published != null && day.isAfter(published))
        .filter(day -> !day.isAfter(today))
        .min(LocalDate::compareTo)
        .map(day -> today.toEpochDay() - day.toEpochDay())
        .orElse(0L);
  }

  private List<ClassResult> results(int nodes) {
    long bound = Math.max(LEAST_EXPOSED, (nodes + 99) / 100);
    var results = new ArrayList<ClassResult>();
    days.forEach(
        (nodeClass, day) -> {
          var exposures = new ArrayList<Exposure>();
          for (Release release : calendar) {
            Long peak = peaks.get(nodeClass + " " + name(release));
            if (peak != null) {
              exposures.add(
                  new Exposure(
                      name(release),
                      String.valueOf(release.problem()),
                      release.message(),
                      peak,
                      bound));
            }
          }
          boolean known = day.nodeDays > 0;
          results.add(
              new ClassResult(
                  nodeClass,
                  selection(nodeClass),
                  known ? day.behind / day.nodeDays : null,
                  known ? day.most : null,
                  day.unresolved,
                  exposures));
        });
    return results;
  }

  private String selection(String nodeClass) {
    return String.join(
        ", ",
        facts(snapshot.facts(), AmiSelectorTerm.class)
            .filter(term -> term.nodeClass().equals(nodeClass))
            .map(
                term ->
                    Stream.of(term.alias(), term.id(), term.name(), term.ssmParameter())
                        .filter(text -> text != null)
                        .findFirst()
                        .orElse("tags " + term.tags()))
            .toList());
  }

  private static String name(Release release) {
    return release.family() + "@" + release.version();
  }

  private static <T extends Fact> Stream<T> facts(List<? extends Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast);
  }
}
