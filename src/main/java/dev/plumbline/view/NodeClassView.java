package dev.plumbline.view;

import dev.plumbline.conclusion.CapacityConclusions.CapacityObjection;
import dev.plumbline.conclusion.Conclusion;
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
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirements;
import dev.plumbline.view.NodeClassView.ObjectionView;
import java.time.Instant;
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
 * An EC2NodeClass: its resolved AMIs, the rejected ones with reasons, and the types without an AMI.
 *
 * @param family its AMI family; null if no rule concludes its platform
 * @param resolved its AMIs in the order of {@code status.amis}
 * @param unmapped the types without an AMI, by reason; the most frequent reason first
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

  public record Resolved(
      AmiResolved conclusion,
      ImageView image,
      Requirements requirements,
      List<String> types,
      boolean again,
      List<AmiApproval> approvals) {}

  /** An AMI with all objections, waived or not, sorted by rule. */
  public record Objected(ImageView image, List<ObjectionView> objections) {

    /** Whether an objection is not waived, so that the AMI is not used. */
    public boolean rejected() {
      return objections.stream().anyMatch(objection -> !objection.waived());
    }
  }

  public record Unmapped(String rule, String message, List<InstanceTypeUnmapped> conclusions) {

    public List<String> types() {
      return conclusions.stream().map(InstanceTypeUnmapped::instanceType).toList();
    }
  }

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
                        index.waiver(each.rule(), ObjectKind.EC2_NODE_CLASS.key(name)),
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

  public List<Objected> rejected() {
    return objected.stream().filter(Objected::rejected).toList();
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
                                        each.rule(),
                                        ObjectKind.EC2_NODE_CLASS.key(name)
                                            + "/"
                                            + RecordType.key(Ami.class, each.ami())),
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
                    .forEach(
                        (message, sameMessage) ->
                            reasons.add(new Unmapped(rule, message, sameMessage))));
    reasons.sort(Comparator.comparingInt(reason -> -reason.conclusions().size()));
    return reasons;
  }

  /**
   * An AMI.
   *
   * @param name null if EC2 does not list it
   * @param created null if EC2 does not list it
   */
  public record ImageView(String id, @Nullable String name, @Nullable Instant created) {

    public static ImageView of(SettlementIndex index, String id) {
      var ami = index.ami(id);
      return ami == null
          ? new ImageView(id, null, null)
          : new ImageView(id, ami.name(), ami.creationDate());
    }

    public String nameOrEmpty() {
      return name == null ? "" : name;
    }
  }

  /**
   * An objection of a rule to an object.
   *
   * @param conclusion the objection; its derivations are in the settlement
   */
  public record ObjectionView(
      String rule, String message, @Nullable String waiver, Conclusion conclusion) {

    public boolean waived() {
      return waiver != null;
    }
  }
}
