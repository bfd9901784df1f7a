package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTest {

  /** The order of {@code Map.of} is another one in another process. */
  @Test
  void hasItsObjectsInOrder() {
    Map<ObjectRef, JsonNode> objects = new LinkedHashMap<>();
    for (int i = 9; i >= 0; i--) {
      objects.put(ObjectKind.NODE_POOL.ref("pool-" + i), NullNode.instance);
      objects.put(ObjectKind.EC2_NODE_CLASS.ref("class-" + i), NullNode.instance);
    }

    var snapshot = new Snapshot("here", Instant.EPOCH, null, List.of(), objects);

    assertThat(snapshot.objects().keySet())
        .containsExactlyElementsOf(objects.keySet().stream().sorted().toList());
  }
}
