package dev.plumbline.web.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnmapped;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassObjection;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Requirement;
import dev.plumbline.view.NodeClassView;
import dev.plumbline.view.NodeClassView.ImageView;
import dev.plumbline.view.NodeClassView.ObjectionView;
import dev.plumbline.view.SettlementIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The node classes: the images of each by hardware, the rejected ones, and types without one. */
@Schema(name = "NodeClassesView")
public record NodeClassesDocument(
    long sequence, @Schema(description = "Sorted by name.") List<NodeClassDocument> nodeClasses) {

  private static final int MAX_REFUSED = 100;
  private static final String VARIANT =
      "The hardware it is built for: standard, nvidia, neuron, or its requirements as text; null"
          + " for any.";

  record Image(
      String id,
      @Schema(description = "Null when EC2 does not list it.") @Nullable String name,
      @Nullable Instant created) {

    static Image of(ImageView image) {
      return new Image(image.id(), image.name(), image.created());
    }
  }

  record Reason(
      @Schema(description = "The id of the rule.") String rule,
      String message,
      @Schema(description = "Whether a waiver lifts it; of objections alone.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Boolean waived) {

    static List<Reason> of(List<ObjectionView> objections) {
      return objections.stream()
          .map(each -> new Reason(each.rule(), each.message(), each.waived()))
          .toList();
    }
  }

  @Schema(name = "NodeClassView")
  record NodeClassDocument(
      String name,
      @Schema(description = "The AMI family.") @Nullable String family,
      List<Condition> conditions,
      @Schema(description = "Why its selector terms cannot be used.") List<Reason> objections,
      @Schema(
              description =
                  "Architectures × variants. One without an image is requested by instance types.")
          List<Slot> slots,
      @Schema(description = "In the order of status.amis.") List<ResolvedImage> resolved,
      @Schema(description = "The number of rejected images.") int refusedTotal,
      @Schema(description = "The newest hundred of them.") List<RefusedImage> refused,
      @Schema(description = "The number of eligible images that a better one supersedes.")
          int superseded,
      @Schema(description = "Types without an image by reason, the most frequent first.")
          List<UnmappedTypes> unmapped) {}

  @Schema(name = "NodeClassConditionView")
  record Condition(String type, String status, String reason, String message) {

    static Condition of(NodeClassCondition condition) {
      return new Condition(
          condition.condition(), condition.status(), condition.reason(), condition.message());
    }
  }

  record Slot(
      String architecture,
      @Schema(description = VARIANT) @Nullable String variant,
      @Schema(description = "The number of types that the image serves, or that request one.")
          int types,
      @Schema(description = "The number of types that no image serves.") int without,
      @Nullable SlotImage ami) {}

  record SlotImage(
      String id,
      @Nullable String name,
      @Nullable Instant created,
      @Schema(description = "Its position in status.amis.") int position,
      boolean deprecated) {}

  record ResolvedImage(
      String id,
      @Nullable String name,
      @Nullable Instant created,
      @Schema(description = "Its position in status.amis.") int position,
      boolean deprecated,
      String architecture,
      @Schema(description = VARIANT) @Nullable String variant,
      List<String> requirements,
      @Schema(description = "The number of types that launch with it.") int types) {}

  record RefusedImage(Image ami, List<Reason> reasons) {}

  record UnmappedTypes(String rule, String message, List<String> types) {}

  /** Where an image belongs: an architecture and a variant of hardware. */
  private record Place(String architecture, @Nullable String variant) {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::architecture)
            .thenComparing(Place::variant, Comparator.nullsFirst(Comparator.naturalOrder()));
  }

  public static NodeClassesDocument of(long sequence, SettlementIndex index) {
    var hardware = new Hardware(index);
    return new NodeClassesDocument(
        sequence,
        index.facts(EC2NodeClass.class).stream().map(each -> of(each, index, hardware)).toList());
  }

  private static NodeClassDocument of(
      EC2NodeClass nodeClass, SettlementIndex index, Hardware hardware) {
    NodeClassView view = NodeClassView.of(index, nodeClass.name());
    List<ResolvedImage> resolved =
        view.resolved().stream().map(each -> resolved(each.conclusion(), index, hardware)).toList();
    List<NodeClassView.Objected> refused = view.rejected();
    return new NodeClassDocument(
        nodeClass.name(),
        view.family() == null ? nodeClass.amiFamily() : view.family(),
        view.conditions().stream().map(Condition::of).toList(),
        view.objections().stream()
            .map(
                each ->
                    new Reason(
                        each.rule(),
                        ((NodeClassObjection) each.conclusion()).message(),
                        each.waived()))
            .toList(),
        slots(resolved, index.of(InstanceTypeUnmapped.class, nodeClass.name()), index, hardware),
        resolved,
        refused.size(),
        refused.stream()
            .sorted(Comparator.comparing((NodeClassView.Objected each) -> -created(each, index)))
            .limit(MAX_REFUSED)
            .map(each -> new RefusedImage(Image.of(each.image()), Reason.of(each.objections())))
            .toList(),
        view.superseded().size(),
        view.unmapped().stream()
            .map(each -> new UnmappedTypes(each.rule(), each.message(), each.types()))
            .toList());
  }

  /** Seconds; images of unknown age come last. */
  private static long created(NodeClassView.Objected image, SettlementIndex index) {
    Ami ami = index.ami(image.image().id());
    return ami == null || ami.creationDate() == null ? 0 : ami.created();
  }

  private static ResolvedImage resolved(
      AmiResolved image, SettlementIndex index, Hardware hardware) {
    Ami ami = index.ami(image.ami());
    return new ResolvedImage(
        image.ami(),
        ami == null ? null : ami.name(),
        ami == null ? null : ami.creationDate(),
        image.position(),
        image.deprecated(),
        image.requirements().values(Hardware.ARCHITECTURE).orNone(),
        hardware.of(image.requirements()),
        image.requirements().list().stream().map(Requirement::toString).toList(),
        types(image, index));
  }

  private static int types(AmiResolved image, SettlementIndex index) {
    int types = 0;
    for (InstanceTypeAmi each : index.of(InstanceTypeAmi.class, image.nodeClass())) {
      if (each.ami().equals(image.ami())) {
        InstanceType type = index.type(each.instanceType());
        types += type == null || image.requirements().drives(type.labels()) ? 1 : 0;
      }
    }
    return types;
  }

  private static List<Slot> slots(
      List<ResolvedImage> images,
      List<InstanceTypeUnmapped> unmapped,
      SettlementIndex index,
      Hardware hardware) {
    var filled = new TreeMap<Place, List<ResolvedImage>>(Place.ORDER);
    for (ResolvedImage each : images) {
      filled
          .computeIfAbsent(
              new Place(each.architecture(), each.variant()), none -> new ArrayList<>())
          .add(each);
    }
    var without = new TreeMap<Place, Integer>(Place.ORDER);
    for (InstanceTypeUnmapped each : unmapped) {
      InstanceType type = index.type(each.instanceType());
      if (type != null) {
        var place = new Place(type.architecture(), hardware.of(type));
        without.merge(place, 1, Integer::sum);
        filled.putIfAbsent(place, List.of());
      }
    }
    var slots = new ArrayList<Slot>();
    for (Map.Entry<Place, List<ResolvedImage>> each : filled.entrySet()) {
      Place place = each.getKey();
      int left = without.getOrDefault(place, 0);
      if (each.getValue().isEmpty()) {
        slots.add(new Slot(place.architecture(), place.variant(), left, left, null));
      }
      for (ResolvedImage image : each.getValue()) {
        slots.add(
            new Slot(
                place.architecture(),
                place.variant(),
                image.types(),
                left,
                new SlotImage(
                    image.id(),
                    image.name(),
                    image.created(),
                    image.position(),
                    image.deprecated())));
      }
    }
    return slots;
  }
}
