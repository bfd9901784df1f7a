package dev.plumbline.fact;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of an instance type tells of it: m5.large is a large one of m, fifth generation.
 */
public final class InstanceTypeName {

  private static final String GROUP = "karpenter.k8s.aws/";
  private static final Pattern SCHEME = Pattern.compile("^([a-z]+)(?:-[0-9]+tb)?([0-9]+).*\\.");

  private InstanceTypeName() {}

  /** The values by label; a label that the name does not tell is not among them. */
  public static Map<String, List<String>> values(String name) {
    var byKey = new TreeMap<String, List<String>>();
    byKey.put("node.kubernetes.io/instance-type", List.of(name));
    Matcher scheme = SCHEME.matcher(name);
    if (scheme.find()) {
      byKey.put(GROUP + "instance-category", List.of(scheme.group(1)));
      byKey.put(GROUP + "instance-generation", List.of(scheme.group(2)));
    }
    String[] parts = name.split("\\.", -1);
    if (parts.length == 2) {
      byKey.put(GROUP + "instance-family", List.of(parts[0]));
      byKey.put(GROUP + "instance-size", List.of(parts[1]));
    }
    String flex = Boolean.toString(parts[0].contains("-flex"));
    byKey.put(GROUP + "instance-capability-flex", List.of(flex));
    return byKey;
  }

  static Labels labels(String name) {
    return Labels.of(values(name));
  }
}
