package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.Objection;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.conclusion.RolloutConclusions.DriftFinding;
import dev.plumbline.conclusion.Unrecorded;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;

/**
 * What differences are counted by. Names that do not apply are empty.
 *
 * @param kind decision, pin, hold, finding, conclusion, or step of a rule file
 * @param type of the conclusion: AmiEligible
 * @param change added, removed, changed, or message where only the words are others
 * @param rules the ids of the rules that conclude it, separated by commas
 */
public record DifferenceGroup(
    String cluster,
    Kind kind,
    String type,
    Change change,
    String rules,
    String nodePool,
    String nodeClass,
    String image)
    implements Comparable<DifferenceGroup> {

  private static final String AMI = RecordType.name(Ami.class);

  private static final Comparator<DifferenceGroup> ORDER =
      Comparator.comparing(DifferenceGroup::kind)
          .thenComparing(DifferenceGroup::rules)
          .thenComparing(DifferenceGroup::type)
          .thenComparing(DifferenceGroup::change)
          .thenComparing(DifferenceGroup::cluster)
          .thenComparing(DifferenceGroup::nodePool)
          .thenComparing(DifferenceGroup::nodeClass)
          .thenComparing(DifferenceGroup::image);

  /** What a conclusion is to people, most important first. */
  public enum Kind {
    /** That an action is due. */
    DECISION,
    PIN,
    HOLD,
    FINDING,
    CONCLUSION,
    /** Not recorded: a step to others. */
    STEP;

    private static Kind of(Conclusion conclusion) {
      return switch (conclusion) {
        case ActionDue due -> DECISION;
        case AmiPin pin -> PIN;
        case Finding finding -> FINDING;
        case DriftFinding finding -> FINDING;
        case Unrecorded step -> STEP;
        case Objection hold -> HOLD;
        default -> conclusion.type().endsWith("Hold") ? HOLD : CONCLUSION;
      };
    }
  }

  /** How it differs. */
  public enum Change {
    ADDED,
    REMOVED,
    CHANGED,
    MESSAGE
  }

  @Override
  public int compareTo(DifferenceGroup other) {
    return ORDER.compare(this, other);
  }

  /** The group of a conclusion. */
  static DifferenceGroup of(String cluster, Conclusion about, Change change, String rules) {
    var names = new Names();
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(about.getClass()));
    for (RecordType.Property each : type.components()) {
      if (each.type() == String.class) {
        Object value = each.reader().apply(about);
        names.add(each.name(), value == null ? "" : value.toString());
      }
    }
    return new DifferenceGroup(
        cluster,
        Kind.of(about),
        about.type(),
        change,
        rules,
        names.nodePool,
        names.nodeClass,
        names.image);
  }

  void write(ObjectNode json) {
    json.put("cluster", cluster);
    json.put("kind", kind.name().toLowerCase(Locale.ROOT));
    json.put("type", type);
    json.put("change", change.name().toLowerCase(Locale.ROOT));
    json.put("rules", rules);
    json.put("nodePool", nodePool);
    json.put("nodeClass", nodeClass);
    json.put("image", image);
  }

  /** What {@link #write} has written. */
  static DifferenceGroup of(JsonNode json) {
    return new DifferenceGroup(
        json.required("cluster").textValue(),
        Kind.valueOf(json.required("kind").textValue().toUpperCase(Locale.ROOT)),
        json.required("type").textValue(),
        Change.valueOf(json.required("change").textValue().toUpperCase(Locale.ROOT)),
        json.required("rules").textValue(),
        json.required("nodePool").textValue(),
        json.required("nodeClass").textValue(),
        json.required("image").textValue());
  }

  /** The objects that the components of a conclusion name. */
  private static final class Names {
    private String nodePool = "";
    private String nodeClass = "";
    private String image = "";

    void add(String component, String value) {
      switch (component) {
        case "nodePool" -> nodePool = value;
        case "nodeClass" -> nodeClass = value;
        case "ami", "release" -> image = image.isEmpty() ? value : image;
        case "object", "subject" -> object(value.split("/"));
        default -> {}
      }
    }

    /** NodePool/gpu, EC2NodeClass/default/Ami/ami-0123. */
    private void object(String[] parts) {
      for (int i = 0; i + 1 < parts.length; i += 2) {
        String name = parts[i + 1];
        if (ObjectKind.NODE_POOL.is(parts[i])) {
          nodePool = name;
        } else if (ObjectKind.EC2_NODE_CLASS.is(parts[i])) {
          nodeClass = name;
        } else if (ObjectKind.IMAGE_VERDICT.is(parts[i]) || parts[i].equals(AMI)) {
          image = name;
        }
      }
    }
  }
}
