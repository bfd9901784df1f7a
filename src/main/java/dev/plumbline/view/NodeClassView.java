package dev.plumbline.view;

import dev.plumbline.conclusion.CapacityConclusions.CapacityObjection;
import dev.plumbline.conclusion.ImageConclusions.AmiApproval;
import dev.plumbline.conclusion.ImageConclusions.AmiConstraint;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.ImageConclusions.AmiSuperseded;
import dev.plumbline.conclusion.ImageConclusions.HardwareGap;
import dev.plumbline.conclusion.ImageConclusions.SsmMissing;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnmapped;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A node class: what it resolves to, what it refuses and why, which types are left.
 *
 * @param family its AMI family; null when no rule concludes its platform
 * @param conditions as Karpenter would set them
 * @param objections to the node class itself
 * @param resolved its images in the order of {@code status.amis}
 * @param objected the images that a rule objects to, by id
 * @param superseded the older images that are not resolved, by id
 * @param missingParameters the SSM parameters that do not exist
 * @param unmapped the types that no image serves, by reason; the most frequent reason first
 * @param gaps the hardware of its types that no image drives
 * @param capacity objections to its sizes
 */
public record NodeClassView(
    String name,
    @Nullable String family,
    List<NodeClassCondition> conditions,
    List<ObjectionView> objections,
    List<Resolved> resolved,
    List<Objected> objected,
    SortedMap<String, AmiSuperseded> superseded,
    List<SsmMissing> missingParameters,
    List<Unmapped> unmapped,
    List<HardwareGap> gaps,
    List<CapacityObjection> capacity) {

  /**
   * A resolved image.
   *
   * @param requirements what it requires, with the limits of its hardware
   * @param types the instance types that are mapped to the image, for whatever requirements
   * @param again whether the image is resolved before, for other requirements
   * @param approvals why it may be used
   */
  public record Resolved(
      AmiResolved conclusion,
      ImageView image,
      Requirements requirements,
      List<String> types,
      boolean again,
      List<AmiApproval> approvals) {}

  /** An image with every objection to it, waived or not, sorted by rule. */
  public record Objected(ImageView image, List<ObjectionView> objections) {

    /** Whether an objection stands, so that it is not used. */
    public boolean refused() {
      return objections.stream().anyMatch(objection -> !objection.waived());
    }
  }

  /** The types that one rule leaves without an image, with one message. */
  public record Unmapped(String rule, String message, List<InstanceTypeUnmapped> conclusions) {

    /** The names of the types. */
    public List<String> types() {
      return conclusions.stream().map(InstanceTypeUnmapped::instanceType).toList();
    }
  }

  /** What holds of the node class with this name. */
  public static NodeClassView of(SettlementIndex index, String name) {
    var platform = index.first(NodeClassPlatform.class, name);
    List<Resolved> resolved = resolved(index, name);
    SortedMap<String, AmiSuperseded> superseded = new TreeMap<>();
    index.of(AmiSuperseded.class, name).forEach(each -> superseded.putIfAbsent(each.ami(), each));
    resolved.forEach(each -> superseded.remove(each.conclusion().ami()));
    return new NodeClassView(
        name,
        platform == null ? null : platform.amiFamily(),
        index.of(NodeClassCondition.class, name),
        index.of(NodeClassObjection.class, name).stream()
            .map(
                each ->
                    new ObjectionView(
                        each.rule(),
                        each.message().isEmpty()
                            ? each.reason()
                            : each.reason() + ": " + each.message(),
                        index.waiver(each.rule(), "EC2NodeClass/" + name),
                        each))
            .toList(),
        resolved,
        objected(index, name),
        superseded,
        index.of(SsmMissing.class, name),
        unmapped(index.of(InstanceTypeUnmapped.class, name)),
        index.of(HardwareGap.class, name),
        index.of(CapacityObjection.class, name));
  }

  /** The images of {@link #objected} of which an objection stands. */
  public List<Objected> refused() {
    return objected.stream().filter(Objected::refused).toList();
  }

  private static List<Resolved> resolved(SettlementIndex index, String name) {
    Map<String, List<String>> typesByAmi =
        index.of(InstanceTypeAmi.class, name).stream()
            .collect(
                Collectors.groupingBy(
                    InstanceTypeAmi::ami,
                    Collectors.mapping(InstanceTypeAmi::instanceType, Collectors.toList())));
    var seen = new HashSet<String>();
    return index.of(AmiResolved.class, name).stream()
        .sorted(Comparator.comparingInt(AmiResolved::position))
        .map(
            each ->
                new Resolved(
                    each,
                    ImageView.of(index, each.ami()),
                    each.requirements().plusAll(limits(index, each)),
                    typesByAmi.getOrDefault(each.ami(), List.of()),
                    !seen.add(each.ami()),
                    index.of(AmiApproval.class, name).stream()
                        .filter(approval -> approval.ami().equals(each.ami()))
                        .toList()))
        .toList();
  }

  private static List<Requirements> limits(SettlementIndex index, AmiResolved image) {
    return index.of(AmiConstraint.class, image.nodeClass()).stream()
        .filter(each -> each.ami().equals(image.ami()))
        .filter(each -> each.requirements().equals(image.requirements()))
        .map(AmiConstraint::limit)
        .toList();
  }

  private static List<Objected> objected(SettlementIndex index, String name) {
    Collection<AmiObjection> all =
        index.of(AmiObjection.class, name).stream()
            .sorted(Comparator.comparing(AmiObjection::rule))
            .toList();
    return SettlementIndex.group(all, AmiObjection::ami).entrySet().stream()
        .map(
            ami ->
                new Objected(
                    ImageView.of(index, ami.getKey()),
                    ami.getValue().stream()
                        .map(
                            each ->
                                new ObjectionView(
                                    each.rule(),
                                    each.message(),
                                    index.waiver(
                                        each.rule(), "EC2NodeClass/" + name + "/Ami/" + each.ami()),
                                    each))
                        .toList()))
        .toList();
  }

  private static List<Unmapped> unmapped(List<InstanceTypeUnmapped> types) {
    var reasons = new ArrayList<Unmapped>();
    SettlementIndex.group(types, InstanceTypeUnmapped::rule)
        .forEach(
            (rule, ofRule) ->
                SettlementIndex.group(ofRule, InstanceTypeUnmapped::message)
                    .forEach((message, alike) -> reasons.add(new Unmapped(rule, message, alike))));
    reasons.sort(Comparator.comparingInt(reason -> -reason.conclusions().size()));
    return reasons;
  }
}
