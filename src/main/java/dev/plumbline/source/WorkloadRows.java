package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pods.NodeWorkload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** {@code node-workloads.json}: what runs on each node, counted; a count of 0 may be left out. */
public final class WorkloadRows {

  private static final String ROWS = "NodeWorkloads";
  private static final String NODE = "node";
  private static final String BLOCKED = "blockedPods";
  private static final List<String> COUNTS =
      List.of(
          "statefulSetPods",
          "replicaSetPods",
          "jobPods",
          "otherPods",
          "unownedPods",
          "daemonSetPods",
          "staticPods",
          "volumePods",
          "doNotDisruptPods");

  private WorkloadRows() {}

  /** The file of these. */
  public static JsonNode written(Collection<NodeWorkload> workloads) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = root.putArray(ROWS);
    for (NodeWorkload each : workloads) {
      ObjectNode row = rows.addObject().put(NODE, each.node());
      int[] counts = {
        each.statefulSetPods(),
        each.replicaSetPods(),
        each.jobPods(),
        each.otherPods(),
        each.unownedPods(),
        each.daemonSetPods(),
        each.staticPods(),
        each.volumePods(),
        each.doNotDisruptPods()
      };
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] != 0) {
          row.put(COUNTS.get(i), counts[i]);
        }
      }
      if (each.blockedPods() != null) {
        row.put(BLOCKED, each.blockedPods());
      }
    }
    return root;
  }

  static int read(Cursor root, FactSet facts) {
    var known = new ArrayList<>(COUNTS);
    known.add(0, NODE);
    known.add(BLOCKED);
    String advice = "Try: add it, an entry has " + String.join(", ", known) + ".";
    List<Cursor> rows =
        root.node().isArray()
            ? root.items()
            : root.required(ROWS, "Try: {\"" + ROWS + "\": [{\"node\": …}]}.").items();
    for (Cursor row : rows) {
      row.allow(known);
      int[] counts = new int[COUNTS.size()];
      for (int i = 0; i < counts.length; i++) {
        Integer count = row.at(COUNTS.get(i)).countOrNull();
        counts[i] = count == null ? 0 : count;
      }
      facts.add(
          new NodeWorkload(
              row.filled(NODE, advice),
              counts[0],
              counts[1],
              counts[2],
              counts[3],
              counts[4],
              counts[5],
              counts[6],
              counts[7],
              counts[8],
              row.at(BLOCKED).countOrNull()),
          row);
    }
    return rows.size();
  }

  /** The pods and budgets among the objects of a folder, for one that says that all are there. */
  static final class FolderPods {

    private final Workloads workloads = new Workloads();
    private final List<EvictionBudget> budgets = new ArrayList<>();

    void add(Cursor object, String apiVersion, String kind) {
      if (apiVersion.equals(ObjectKind.POD.apiVersion()) && ObjectKind.POD.is(kind)) {
        workloads.put(RunningPod.of(object.node()));
      } else if (apiVersion.equals("policy/v1") && kind.equals("PodDisruptionBudget")) {
        budgets.add(EvictionBudget.of(object.node()));
      }
    }

    /** What they make; what budgets block is known where one is there. */
    Collection<NodeWorkload> count() {
      if (!budgets.isEmpty()) {
        workloads.replaceBudgets(budgets);
      }
      return workloads.count().values();
    }
  }
}
