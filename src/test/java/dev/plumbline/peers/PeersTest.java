package dev.plumbline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.Test;

/** The peers serve Karpenter's kinds. */
class PeersTest {

  @Test
  void listNodePools() throws Exception {
    Peers.assumeThere();
    // Given
    Peers peers = Peers.shared();
    try (KubernetesClient client = peers.client()) {
      // When
      String list = client.raw("/apis/karpenter.sh/v1/nodepools");
      // Then
      assertThat(new ObjectMapper().readTree(list).at("/kind").asText()).isEqualTo("NodePoolList");
    }
    assertThat(peers.aws().getPort()).isPositive();
    assertThat(peers.env()).containsKeys("AWS_REGION", "PEERS_DIR", "AWS_ACCESS_KEY_ID");
  }
}
