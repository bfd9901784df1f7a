package dev.plumbline.web.view;

import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnmapped;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodeClassesDocument.Reason;
import dev.plumbline.web.view.NodePoolDocument.Families;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The images of one node class by instance families: which serves which, or why not. */
@Schema(name = "MatrixView")
public record MatrixDocument(
    long sequence,
    String nodeClass,
    List<String> families,
    List<MatrixImage> amis,
    @Schema(description = "One for each image and family, in the order of amis, then families.")
        List<MatrixCell> cells) {

  private static final int MAX_IMAGES = 40;

  private static final int MAX_FAMILIES = 400;

  record MatrixImage(
      String id, @Nullable String name, @Nullable Instant created, String architecture) {

    static MatrixImage of(AmiResolved image, @Nullable Ami ami) {
      return new MatrixImage(
          image.ami(),
          ami == null ? null : ami.name(),
          ami == null ? null : ami.creationDate(),
          image.requirements().values(Hardware.ARCHITECTURE).orNone());
    }
  }

  record MatrixCell(
      String ami,
      String family,
      @Schema(description = "The number of types of the family that launch with the image.")
          int served,
      @Schema(description = "The number of types of the family.") int types,
      @Schema(description = "The number of types that launch with another image.") int byOthers,
      @Schema(description = "Why most of the others have no image at all.") @Nullable Reason reason,
      @Schema(description = "A conclusion for /why-not; null when all types launch with it.")
          @Nullable String whyNot) {}

  public static MatrixDocument of(
      long sequence, SettlementIndex index, String nodeClass, boolean all) {
    var families = new Families(index);
    Map<String, List<String>> types =
        SettlementIndex.group(all ? families.all() : families.admitted(nodeClass), families::of);
    List<String> names = types.keySet().stream().limit(MAX_FAMILIES).toList();
    var imageByType = new HashMap<String, String>();
    index
        .of(InstanceTypeAmi.class, nodeClass)
        .forEach(each -> imageByType.put(each.instanceType(), each.ami()));
    var unmappedByType = new HashMap<String, InstanceTypeUnmapped>();
    index
        .of(InstanceTypeUnmapped.class, nodeClass)
        .forEach(each -> unmappedByType.putIfAbsent(each.instanceType(), each));
    Set<String> seen = new HashSet<>();
    List<AmiResolved> images =
        index.of(AmiResolved.class, nodeClass).stream()
            .sorted(Comparator.comparingInt(AmiResolved::position))
            .filter(each -> seen.add(each.ami()))
            .limit(MAX_IMAGES)
            .toList();
    var cells = new ArrayList<MatrixCell>();
    for (AmiResolved image : images) {
      for (String family : names) {
        cells.add(
            cell(
                image, family, types.getOrDefault(family, List.of()), imageByType, unmappedByType));
      }
    }
    return new MatrixDocument(
        sequence,
        nodeClass,
        names,
        images.stream().map(each -> MatrixImage.of(each, index.ami(each.ami()))).toList(),
        cells);
  }

  private static MatrixCell cell(
      AmiResolved image,
      String family,
      List<String> types,
      Map<String, String> imageByType,
      Map<String, InstanceTypeUnmapped> unmappedByType) {
    var others = new ArrayList<String>();
    var without = new ArrayList<InstanceTypeUnmapped>();
    int served = 0;
    for (String type : types) {
      String serving = imageByType.get(type);
      InstanceTypeUnmapped unmapped = unmappedByType.get(type);
      if (image.ami().equals(serving)) {
        served++;
      } else if (serving != null) {
        others.add(type);
      } else if (unmapped != null) {
        without.add(unmapped);
      }
    }
    InstanceTypeUnmapped reason = mostFrequent(without);
    String example =
        reason != null ? reason.instanceType() : others.isEmpty() ? null : others.getFirst();
    return new MatrixCell(
        image.ami(),
        family,
        served,
        types.size(),
        others.size(),
        reason == null ? null : new Reason(reason.rule(), reason.message(), null),
        example == null || served == types.size()
            ? null
            : "InstanceTypeAmi nodeClass="
                + image.nodeClass()
                + " instanceType="
                + example
                + " ami="
                + image.ami());
  }

  private static @Nullable InstanceTypeUnmapped mostFrequent(List<InstanceTypeUnmapped> types) {
    return SettlementIndex.group(types, each -> each.rule() + " " + each.message())
        .values()
        .stream()
        .max(Comparator.comparingInt(List::size))
        .map(List::getFirst)
        .orElse(null);
  }
}
