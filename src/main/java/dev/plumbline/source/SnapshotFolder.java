package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot: files in the shape that the tools they come from print, each of which may be
 * left out. It is read whole or not at all.
 */
public final class SnapshotFolder {

  private final SnapshotFiles files;
  private final SnapshotContents contents;
  private final FactSet facts = new FactSet();

  private SnapshotFolder(SnapshotFiles files) {
    this.files = files;
    this.contents = SnapshotContents.of(files);
  }

  /**
   * Reads a folder.
   *
   * @param policy the parameters that may be set, with their defaults
   * @param at the time to judge at; null for the one in {@code snapshot.yaml}, else now
   * @throws InvalidSnapshotException when anything in it cannot be used
   */
  public static Snapshot read(Path folder, PolicyData policy, @Nullable Instant at) {
    return new SnapshotFolder(SnapshotFiles.in(folder)).read(policy, at);
  }

  /**
   * Reads an example that ships with Plumbline.
   *
   * @param example its name
   * @param policy the parameters that may be set, with their defaults
   * @param at the time to judge at; null for the one in {@code snapshot.yaml}, else now
   * @throws InvalidSnapshotException when there is none of that name, or it cannot be used
   */
  public static Snapshot embedded(String example, PolicyData policy, @Nullable Instant at) {
    return embedded(example, policy, at, SnapshotFolder.class.getClassLoader());
  }

  static Snapshot embedded(
      String example, PolicyData policy, @Nullable Instant at, ClassLoader loader) {
    return new SnapshotFolder(SnapshotFiles.embedded(example, loader)).read(policy, at);
  }

  private Snapshot read(PolicyData policy, @Nullable Instant at) {
    SnapshotSettings settings = settings();
    Instant told = settings.at();
    Instant time =
        at != null ? at : told != null ? told : Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String region = settings.region() == null ? contents.region() : settings.region();

    Cursor parameters = settings.parameters();
    facts.add(new EvaluationTime(time), parameters);
    facts.add(settings.account(), parameters);
    ClusterVersion version = settings.version();
    if (version != null) {
      facts.add(version, parameters);
    }
    policy.parameters(parameters).forEach(parameter -> facts.add(parameter, parameters));
    for (SnapshotSource source : SnapshotSource.values()) {
      if (source.status()) {
        facts.add(settings.status(source, contents.holds(source)), parameters);
      }
    }

    rows(SnapshotSource.IMAGES, "Images", row -> facts.add(Ec2Objects.ami(row), row));
    rows(
        SnapshotSource.INSTANCE_TYPES,
        "InstanceTypes",
        row -> facts.add(Ec2Objects.instanceType(row, region), row));
    rows(SnapshotSource.INSTANCE_TYPE_OFFERINGS, "InstanceTypeOfferings", this::offering);
    ssmParameters();
    rows(SnapshotSource.INSTANCES, "Reservations", row -> row.at("Instances").items());
    rows(SnapshotSource.SPOT_PRICES, "SpotPriceHistory", row -> row.at("SpotPrice"));
    prices();
    for (String name : contents.objects()) {
      KubernetesFile.read(documents(name), facts);
    }
    return new Snapshot(files.path(), time, region, facts.list());
  }

  private SnapshotSettings settings() {
    String name = contents.settings();
    if (name == null) {
      return SnapshotSettings.none();
    }
    List<Cursor> documents = documents(name);
    if (documents.size() > 1) {
      throw files
          .origin(name)
          .fault("holds several documents", "Maybe a line of --- is left over.");
    }
    return documents.isEmpty()
        ? SnapshotSettings.none()
        : SnapshotSettings.of(documents.getFirst());
  }

  private void rows(SnapshotSource source, String wrapper, Consumer<Cursor> each) {
    String name = contents.file(source);
    if (name == null) {
      return;
    }
    Cursor root = documents(name).getFirst();
    Cursor list =
        root.node().isArray()
            ? root
            : root.required(
                wrapper,
                "Maybe this is the answer to another call than " + source.operation() + ".");
    list.items().forEach(each);
  }

  private void offering(Cursor row) {
    InstanceTypeOffering offering = Ec2Objects.offering(row);
    if (offering != null) {
      facts.add(offering, row);
    }
  }

  private void ssmParameters() {
    String name = contents.file(SnapshotSource.SSM_PARAMETERS);
    if (name == null) {
      return;
    }
    Cursor root = documents(name).getFirst();
    if (root.node().isArray()) {
      root.items().forEach(this::ssmParameter);
    } else if (isAnswer(root.node())) {
      root.at("Parameters").items().forEach(this::ssmParameter);
      root.at("Errors").fields((path, code) -> facts.add(new SsmError(path, code.text()), code));
      for (Cursor path : root.at("InvalidParameters").items()) {
        facts.add(new SsmError(path.text(), "ParameterNotFound"), path);
      }
    } else {
      root.fields((path, value) -> facts.add(new SsmParameter(path, value.text()), value));
    }
  }

  /** Whether this is what SSM answers, not a plain map of names to values. */
  private static boolean isAnswer(JsonNode root) {
    return root.has("Parameters") || root.has("Errors") || root.has("InvalidParameters");
  }

  private void ssmParameter(Cursor row) {
    String advice = "Maybe this is not what aws ssm get-parameters prints.";
    facts.add(
        new SsmParameter(row.required("Name", advice).text(), row.required("Value", advice).text()),
        row);
  }

  private void prices() {
    String name = contents.file(SnapshotSource.PRICES);
    if (name != null) {
      documents(name).getFirst().fields((type, price) -> price.number());
    }
  }

  private List<Cursor> documents(String name) {
    Origin origin = files.origin(name);
    byte[] text;
    try {
      text = files.bytes(name);
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Maybe its permissions forbid it.");
    }
    return name.endsWith(".json")
        ? List.of(Documents.json(origin, text))
        : Documents.yaml(origin, text);
  }
}
