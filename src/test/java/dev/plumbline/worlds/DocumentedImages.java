package dev.plumbline.worlds;

import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Operator;
import dev.plumbline.worlds.KarpenterRequirements.Requirement;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link KarpenterImages} with the differences that {@code docs/architecture.md} lists: {@code
 * hardware of an image}, {@code image of a type}, {@code devices}.
 */
final class DocumentedImages extends KarpenterImages {

  private static final String[][] MAKERS = {
    {GPU, "karpenter.k8s.aws/instance-gpu-manufacturer", "nvidia"},
    {ACCELERATOR, "karpenter.k8s.aws/instance-accelerator-manufacturer", "aws"}
  };

  private static final Requirement EXISTS = Requirement.of(Operator.EXISTS, List.of());

  DocumentedImages(FactsByType facts) {
    super(facts);
  }

  /** The name of an image that EKS publishes says what it is built for. */
  @Override
  KarpenterRequirements unknown(Ami ami) {
    return glob("amazon-eks-node-al2023-*-nvidia-*", ami.name())
        ? requirements("nvidia")
        : super.unknown(ami);
  }

  /** The one with the most requirements that fits, and drives the devices of its makers alone. */
  @Override
  @Nullable String map(KarpenterRequirements type, List<Image> images) {
    return super.map(
        type,
        images.stream()
            .filter(image -> type.compatible(makers(image)))
            .sorted(Comparator.comparingInt(image -> -image.set().size()))
            .toList());
  }

  private static KarpenterRequirements makers(Image image) {
    var makers = new KarpenterRequirements();
    for (String[] each : MAKERS) {
      if (EXISTS.equals(image.set().get(each[0]))) {
        makers.add(each[1], Requirement.in(each[2]));
      }
    }
    return makers;
  }
}
