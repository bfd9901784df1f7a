package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.ArchitectureValues;
import software.amazon.awssdk.services.ec2.model.BootModeValues;
import software.amazon.awssdk.services.ec2.model.DeviceType;
import software.amazon.awssdk.services.ec2.model.EnaSupport;
import software.amazon.awssdk.services.ec2.model.ImageState;
import software.amazon.awssdk.services.ec2.model.VirtualizationType;

/** The closed lists that facts declare are those of the API that they are read from. */
class AnnotationsTest {

  @Test
  void listsAreThoseOfEc2() {
    same("Ami.state", ImageState.knownValues());
    same("Ami.architecture", ArchitectureValues.knownValues());
    same("Ami.virtualizationType", VirtualizationType.knownValues());
    same("Ami.rootDeviceType", DeviceType.knownValues());
    same("Ami.bootMode", BootModeValues.knownValues());
    same("InstanceType.enaSupport", EnaSupport.knownValues());
  }

  @Test
  void architecturesOfKubernetesAreThoseThatItKnows() {
    Set<ArchitectureValues> ec2 = ArchitectureValues.knownValues();
    assertThat(words("Ami.kubernetesArchitecture"))
        .containsExactlyInAnyOrderElementsOf(
            ec2.stream().flatMap(each -> Stream.ofNullable(kubernetes(each))).distinct().toList());
    assertThat(words("InstanceType.architecture"))
        .containsExactlyInAnyOrderElementsOf(
            ec2.stream()
                .map(each -> Objects.requireNonNullElse(kubernetes(each), each.toString()))
                .distinct()
                .toList());
  }

  private static String kubernetes(ArchitectureValues architecture) {
    return Architecture.kubernetes(architecture.toString());
  }

  private static void same(String property, Set<?> known) {
    assertThat(words(property))
        .as(property)
        .containsExactlyInAnyOrderElementsOf(known.stream().map(Object::toString).toList());
  }

  private static List<String> words(String property) {
    String[] parts = property.split("\\.");
    return Objects.requireNonNull(FactTypes.named(parts[0])).properties().stream()
        .filter(each -> each.name().equals(parts[1]))
        .findFirst()
        .orElseThrow()
        .words();
  }
}
