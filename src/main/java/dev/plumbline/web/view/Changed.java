package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.host.Live;
import dev.plumbline.rule.Settlement.Concluded;
import dev.plumbline.rule.SettlementDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a settlement changed, in short: how much, of which types, of which objects. */
public final class Changed {

  /** How many objects are named. */
  static final int OBJECTS = 200;

  /** Fields of conclusions that name an object; instance types stand beside one of these. */
  private static final Map<String, String> KINDS =
      Map.of(
          "nodeClass", "EC2NodeClass",
          "nodePool", "NodePool",
          "nodeClaim", "NodeClaim",
          "node", "Node",
          "ami", "Ami",
          "gate", "Gate",
          "source", "Source");

  private Changed() {}

  /**
   * The event that {@code now} is published.
   *
   * @param before what was told before; null to tell of no change
   */
  public static ObjectNode settled(@Nullable Live before, Live now) {
    ObjectNode json = Known.document(now);
    json.put("at", now.at().toString()).put("rules", now.rules().digest());
    if (before == null) {
      return json.putNull("changed");
    }
    SettlementDifference difference = now.settlement().since(before.settlement());
    ObjectNode changed = json.putObject("changed");
    changed.put("added", difference.added().size()).put("removed", difference.removed().size());
    var all = new ArrayList<Concluded>(difference.added());
    all.addAll(difference.removed());
    var types = new TreeMap<String, Integer>();
    var objects = new TreeSet<String>();
    boolean more = false;
    for (Concluded each : all) {
      types.merge(each.conclusion().type(), 1, Integer::sum);
      for (String object : objects(each.conclusion())) {
        if (objects.size() < OBJECTS) {
          objects.add(object);
        } else {
          more |= !objects.contains(object);
        }
      }
    }
    ObjectNode counts = changed.putObject("types");
    types.forEach(counts::put);
    changed.set("objects", Known.texts(objects));
    changed.put("more", more);
    return json;
  }

  private static List<String> objects(Conclusion conclusion) {
    var objects = new ArrayList<String>();
    RecordType type = ConclusionTypes.of(conclusion.getClass());
    if (type != null) {
      for (Property component : type.components()) {
        String kind = KINDS.get(component.name());
        if (kind != null && component.reader().apply(conclusion) instanceof String name) {
          objects.add(kind + "/" + name);
        }
      }
    }
    if (conclusion instanceof GateClosed gate && gate.blocks().indexOf('/') > 0) {
      objects.add(gate.blocks());
    }
    return objects;
  }
}
