package dev.plumbline.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever the API server sends for review, it is read, or refused in one line. */
class ReviewFuzzTest {

  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
        "kind": {"group": "karpenter.sh", "version": "v1", "kind": "NodePool"},
        "resource": {"group": "karpenter.sh", "version": "v1", "resource": "nodepools"},
        "name": "web", "operation": "UPDATE", "dryRun": false,
        "userInfo": {"username": "jo", "groups": ["system:authenticated"]},
        "object": {"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
          "metadata": {"name": "web", "generation": 3, "labels": {"a": "b"}},
          "spec": {"weight": 10, "limits": {"cpu": "1k"}}},
        "oldObject": {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "web"}}}}
      """;

  @Test
  void isReadOrRefused() {
    var fuzzer =
        new Fuzzer(
            List.of(REVIEW.getBytes(StandardCharsets.UTF_8)),
            Set.of(IllegalArgumentException.class),
            message -> message.lines().count() == 1 && !Fuzzer.isOfTheInside(message));
    Fuzzer.Outcome outcome = fuzzer.run(2_000, Review::read);
    assertThat(outcome.read()).isPositive();
    assertThat(outcome.refused()).isPositive();
  }
}
