package dev.plumbline.source.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.source.Ec2Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is kept of an answer is all that facts are read from. */
class KeptTest {

  static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("examples"))) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void nothingThatIsReadIsLost(Path example) throws IOException {
    same(example, "images", "Images", Kept.IMAGE, Ec2Answer::images);
    same(
        example,
        "instance-types",
        "InstanceTypes",
        Kept.INSTANCE_TYPE,
        document -> Ec2Answer.instanceTypes(document, "us-east-1"));
    same(
        example,
        "instance-type-offerings",
        "InstanceTypeOfferings",
        Kept.OFFERING,
        Ec2Answer::offerings);
    same(example, "spot-prices", "SpotPriceHistory", Kept.SPOT_PRICE, Ec2Answer::spotPrices);
  }

  private static void same(
      Path example, String file, String name, Kept kept, Function<JsonNode, Ec2Answer> reader)
      throws IOException {
    Path path = example.resolve(file + ".json");
    if (!Files.exists(path)) {
      return;
    }
    JsonNode root = new ObjectMapper().readTree(path.toFile());
    JsonNode rows = root.isArray() ? root : root.get(name);

    Ec2Answer whole = reader.apply(Asking.document(name, rows));

    assertThat(whole.items()).isPositive();
    assertThat(reader.apply(Asking.document(name, kept.prune(rows)))).isEqualTo(whole);
  }
}
