package dev.plumbline.source;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Pods.NodeWorkload;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.source.Ec2Objects.Prices;
import dev.plumbline.source.Ec2Objects.SsmAnswer;
import dev.plumbline.source.KubernetesFile.ChangeableObjects;
import dev.plumbline.source.SnapshotFiles.SnapshotContents;
import dev.plumbline.source.WorkloadRows.FolderPods;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot: files in the shape that the tools they come from print, each of which may be
 * left out. It is read whole or not at all.
 */
public final class SnapshotFolder {

  private final SnapshotFiles files;
  private final ReadingBudget budget;
  private final SnapshotContents contents;
  private final FactSet facts = new FactSet();
  private final ChangeableObjects objects = new ChangeableObjects();
  private final FolderPods pods = new FolderPods();
  private final Coverage coverage = new Coverage();
  private final Map<SnapshotSource, Integer> counts = new EnumMap<>(SnapshotSource.class);

  private final Map<String, String> stamps;
  private final Map<String, ReadFile> before;
  private final Map<String, ReadFile> read = new HashMap<>();
  private final Set<String> asBefore = new HashSet<>();
  private @Nullable String region;

  /**
   * A file of EC2 as it was read.
   *
   * @param stamp of the file, which is another when it is written; empty for one that is not kept
   * @param region which some of its facts name
   * @param covers null if it is all that there is
   */
  record ReadFile(
      String stamp,
      @Nullable String region,
      List<Fact> facts,
      int rows,
      @Nullable Set<String> covers) {}

  private SnapshotFolder(SnapshotFiles files, ReadingBudget budget) {
    this(files, budget, Map.of(), Map.of());
  }

  private SnapshotFolder(
      SnapshotFiles files,
      ReadingBudget budget,
      Map<String, String> stamps,
      Map<String, ReadFile> before) {
    this.files = files;
    this.budget = budget;
    this.contents = SnapshotContents.of(files);
    this.stamps = stamps;
    this.before = before;
  }

  /**
   * Reads a folder.
   *
   * @param at the time to judge at; null for the one in {@code snapshot.yaml}, else now
   */
  public static Snapshot read(Path folder, PolicyData policy, @Nullable Instant at) {
    return new SnapshotFolder(SnapshotFiles.in(folder), ReadingBudget.ofLocalFiles())
        .read(policy, at);
  }

  /**
   * Reads an example that ships with Plumbline.
   *
   * @param at the time to judge at; null for the one in {@code snapshot.yaml}, else now
   */
  public static Snapshot embedded(String example, PolicyData policy, @Nullable Instant at) {
    return embedded(example, policy, at, SnapshotFolder.class.getClassLoader());
  }

  static Snapshot embedded(
      String example, PolicyData policy, @Nullable Instant at, ClassLoader loader) {
    return new SnapshotFolder(SnapshotFiles.embedded(example, loader), ReadingBudget.ofLocalFiles())
        .read(policy, at);
  }

  /**
   * Reads files in memory.
   *
   * @param values how many objects, lists, names and single values they may hold together
   * @param at the time to judge at; null for the one in {@code snapshot.yaml}, else now
   */
  public static Snapshot given(
      Map<String, byte[]> files, long values, PolicyData policy, @Nullable Instant at) {
    return new SnapshotFolder(SnapshotFiles.given(files), new ReadingBudget(values))
        .read(policy, at);
  }

  /** Whether a snapshot can say how far a source is: those of EC2 and of the API server. */
  public static boolean holds(String source) {
    return SnapshotSource.names().contains(source);
  }

  /** The call that fills a source that it holds, unless {@code snapshot.yaml} names another. */
  public static String operation(String source) {
    return SnapshotSource.named(source).operation();
  }

  static SnapshotUpdates updates(Path folder, PolicyData policy) {
    return updates(folder, policy, Map.of(), Map.of());
  }

  /**
   * Reads a folder, to read it again later.
   *
   * @param stamps of its files, taken before; one without is not kept for the next time
   */
  static SnapshotUpdates updates(Path folder, PolicyData policy, Map<String, String> stamps) {
    return updates(folder, policy, stamps, Map.of());
  }

  /**
   * Reads a folder again, without those files of EC2 that nobody has written since: a region is 4
   * MB of them.
   *
   * @param stamps of its files, taken before; one without is not kept for the next time
   * @param before the files as they were read the last time
   */
  static SnapshotUpdates updates(
      Path folder, PolicyData policy, Map<String, String> stamps, Map<String, ReadFile> before) {
    var reader =
        new SnapshotFolder(SnapshotFiles.in(folder), ReadingBudget.ofLocalFiles(), stamps, before);
    Instant at;
    try {
      at = reader.readAll(policy, null).at();
    } catch (InvalidSourceException e) {
      if (before.isEmpty()) {
        throw e;
      }
      // Where the other of two facts stands is known when all is read.
      return updates(folder, policy, stamps);
    }
    return new SnapshotUpdates(at, reader.facts.updates(), reader.asBefore, reader.read);
  }

  private Snapshot read(PolicyData policy, @Nullable Instant at) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    SnapshotSettings settings = readAll(policy, at);
    Instant time = at == null ? settings.at() : at;
    if (time == null) {
      timed(now, settings);
    }
    return new Snapshot(
        files.path(), time == null ? now : time, region(settings), facts.list(), objects.byRef());
  }

  /** Adds every fact, the time only when it is set. */
  private SnapshotSettings readAll(PolicyData policy, @Nullable Instant at) {
    SnapshotSettings settings = settings();
    region = region(settings);
    Instant time = at == null ? settings.at() : at;
    if (time != null) {
      timed(time, settings);
    }
    Cursor parameters = settings.parameters();
    Account account = settings.account();
    if (account != null) {
      own(account, parameters);
    }
    ClusterVersion version = settings.version();
    if (version != null) {
      own(version, parameters);
    }
    facts.of("parameters", parameters.node());
    policy.parameters(parameters).forEach(parameter -> facts.add(parameter, parameters));
    settings.remembered(facts);
    settings.unreadable(facts);
    facts.of("waivers", settings.waivers().node());
    waivers(settings, policy);

    rows(SnapshotSource.IMAGES, "Images", row -> facts.add(Ec2Objects.ami(row), row));
    rows(
        SnapshotSource.INSTANCE_TYPES,
        "InstanceTypes",
        row -> facts.add(Ec2Objects.instanceType(row, region), row));
    whole(SnapshotSource.INSTANCE_TYPE_OFFERINGS, this::offerings);
    whole(SnapshotSource.SSM_PARAMETERS, root -> SsmAnswer.read(root, facts));
    whole(SnapshotSource.INSTANCES, this::instances);
    whole(SnapshotSource.SPOT_PRICES, this::spotPrices);
    whole(SnapshotSource.PRICES, root -> Prices.onDemand(root, facts));
    whole(SnapshotSource.NODE_WORKLOADS, root -> WorkloadRows.read(root, facts));
    boolean countPods = countsPods(settings);
    for (String name : contents.objects()) {
      KubernetesFile.read(
          documents(name),
          facts,
          (object, apiVersion, kind) -> {
            objects.add(object, apiVersion, kind);
            if (countPods) {
              pods.add(object, apiVersion, kind);
            }
          },
          this::count);
    }
    if (countPods) {
      for (NodeWorkload each : pods.count()) {
        own(each, parameters);
        counts.merge(SnapshotSource.NODE_WORKLOADS, 1, Integer::sum);
      }
    }
    coverage.together(facts.list());
    for (SnapshotSource source : SnapshotSource.values()) {
      if (source.unlessMentioned()
          && !settings.mentions(source)
          && !(source.file() && contents.holds(source))) {
        continue;
      }
      boolean read =
          (contents.holds(source) && !source.statusOnly())
              || (countPods && source == SnapshotSource.NODE_WORKLOADS);
      Integer items = read ? counts.getOrDefault(source, 0) : null;
      own(
          isUnqueried(source, settings)
              ? settings.unqueried(source)
              : settings.status(source, items),
          parameters);
      (settings.mentions(source) ? settings.scopes(source) : coverage.of(source))
          .forEach(scope -> own(scope, parameters));
    }
    return settings;
  }

  /**
   * Whether nothing shows that the objects of a kind are there: none is, no file is called like it,
   * and {@code snapshot.yaml} does not say so.
   */
  private boolean isUnqueried(SnapshotSource source, SnapshotSettings settings) {
    return source.unlessQueried()
        && !contents.objects().isEmpty()
        && !counts.containsKey(source)
        && !settings.mentions(source)
        && !settings.mentions(SnapshotSource.CLUSTER)
        && contents.objects().stream().noneMatch(source::names);
  }

  /** Only people can say that all pods of the cluster are among its objects. */
  private boolean countsPods(SnapshotSettings settings) {
    SnapshotSource source = SnapshotSource.NODE_WORKLOADS;
    return settings.mentions(source)
        && !contents.holds(source)
        && settings.status(source, null).state().equals("synced");
  }

  private void timed(Instant time, SnapshotSettings settings) {
    own(new EvaluationTime(time), settings.parameters());
  }

  private void own(Fact fact, Cursor place) {
    facts.of(fact.key(), MissingNode.getInstance());
    facts.add(fact, place);
  }

  private @Nullable String region(SnapshotSettings settings) {
    return settings.region() == null ? contents.region() : settings.region();
  }

  private SnapshotSettings settings() {
    String name = contents.settings();
    if (name == null) {
      return SnapshotSettings.none();
    }
    Cursor document = Documents.yamlOrNull(files.origin(name), bytes(name), budget);
    return document == null ? SnapshotSettings.none() : SnapshotSettings.of(document);
  }

  private void waivers(SnapshotSettings settings, PolicyData policy) {
    for (Cursor waiver : settings.waivers().items()) {
      Cursor id = waiver.at("id");
      for (Fact known : policy.facts()) {
        if (known instanceof Waiver other && other.id().equals(id.textOrNull())) {
          throw id.wrong(
              "is " + id.shown() + ", which a waiver of the rule set is called",
              "Try: give it another id.");
        }
      }
    }
    PolicyData.addWaivers(settings.waivers(), facts);
  }

  private void rows(SnapshotSource source, String wrapper, Consumer<Cursor> each) {
    whole(
        source,
        root -> {
          List<Cursor> rows = list(source, root, wrapper);
          rows.forEach(each);
          return rows.size();
        });
  }

  private void whole(SnapshotSource source, ToIntFunction<Cursor> reader) {
    contents
        .files(source)
        .forEach(
            (query, name) -> {
              String owner = query.isEmpty() ? source.wire() : source.wire() + "/" + query;
              ReadFile file = before.get(name);
              if (file != null
                  && file.stamp().equals(stamps.get(name))
                  && Objects.equals(file.region(), region)
                  && facts.again(owner, file.facts(), name)) {
                asBefore.add(owner);
                read.put(name, file);
              } else {
                file = read(source, query, name, owner, reader);
              }
              counts.merge(source, file.rows(), Integer::sum);
              if (file.covers() != null) {
                coverage.add(source, file.covers());
              }
            });
  }

  private ReadFile read(
      SnapshotSource source,
      String query,
      String name,
      String owner,
      ToIntFunction<Cursor> reader) {
    Cursor root = documents(name).getFirst();
    if (root.node().hasNonNull("NextToken")) {
      throw root.at("NextToken")
          .wrong(
              "is there: the answer goes on",
              "Try: the command without --max-items and --no-paginate.");
    }
    facts.of(owner, root.node());
    String stamp = stamps.getOrDefault(name, "");
    if (!stamp.isEmpty()) {
      ReadFile former = before.get(name);
      facts.note(former == null ? List.of() : former.facts());
    }
    int rows = reader.applyAsInt(root);
    List<Fact> noted = facts.noted();
    var file =
        new ReadFile(
            stamp,
            region,
            noted == null ? List.of() : noted,
            rows,
            Coverage.of(source, query, root.node()));
    if (noted != null) {
      read.put(name, file);
    }
    return file;
  }

  private static List<Cursor> list(SnapshotSource source, Cursor root, String wrapper) {
    return root.node().isArray()
        ? root.items()
        : root.required(wrapper, "Try: the answer to " + source.operation() + ".").items();
  }

  private int offerings(Cursor root) {
    List<Cursor> rows = list(SnapshotSource.INSTANCE_TYPE_OFFERINGS, root, "InstanceTypeOfferings");
    int count = 0;
    for (Cursor row : rows) {
      InstanceTypeOffering offering = Ec2Objects.offering(row);
      if (offering != null) {
        facts.add(offering, row);
        count++;
      }
    }
    if (count == 0 && !rows.isEmpty()) {
      throw rows.getFirst()
          .at("LocationType")
          .wrong(
              "is not availability-zone, and no other offering is of one",
              "Try: the command with --location-type availability-zone.");
    }
    return rows.size();
  }

  private int instances(Cursor root) {
    int count = 0;
    for (Cursor row : list(SnapshotSource.INSTANCES, root, "Reservations")) {
      for (Cursor instance :
          row.at("Instances").present() ? row.at("Instances").items() : List.of(row)) {
        facts.add(Ec2Objects.instance(instance), instance);
        count++;
      }
    }
    return count;
  }

  private int spotPrices(Cursor root) {
    List<Cursor> history = list(SnapshotSource.SPOT_PRICES, root, "SpotPriceHistory");
    Prices.spot(history, facts);
    return history.size();
  }

  private void count(String kind) {
    counts.merge(SnapshotSource.CLUSTER, 1, Integer::sum);
    for (SnapshotSource source : SnapshotSource.values()) {
      if (kind.equals(source.kind())) {
        counts.merge(source, 1, Integer::sum);
      }
    }
  }

  private byte[] bytes(String name) {
    try {
      return files.bytes(name);
    } catch (IOException e) {
      throw files
          .origin(name)
          .fault("cannot be read: " + e.getMessage(), "Try: check its permissions.");
    }
  }

  private List<Cursor> documents(String name) {
    Origin origin = files.origin(name);
    byte[] text = bytes(name);
    return name.endsWith(".json")
        ? List.of(Documents.json(origin, text, budget))
        : Documents.yaml(origin, text, budget);
  }

  /**
   * A snapshot folder as updates.
   *
   * @param at its time; null when it sets none
   * @param updates by owner, without the time unless it sets one
   * @param asBefore the owners that are as they were when their files were read before; their
   *     updates have no document
   * @param files those of EC2 that need not be read again while nobody writes them
   */
  record SnapshotUpdates(
      @Nullable Instant at,
      List<FactUpdate> updates,
      Set<String> asBefore,
      Map<String, ReadFile> files) {

    static final SnapshotUpdates NONE = new SnapshotUpdates(null, List.of(), Set.of(), Map.of());
  }
}
