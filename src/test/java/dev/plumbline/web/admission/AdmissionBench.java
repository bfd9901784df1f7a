package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.HostSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long a question about a NodePool takes until it is answered, over all that is published. */
public final class AdmissionBench {

  private AdmissionBench() {}

  /**
   * Asks about every pool, several times over: each time it would require something else.
   *
   * @return how long each took, in milliseconds, without the first round
   */
  public static double[] ask(HostSnapshot live, int rounds) {
    List<Double> took = new ArrayList<>();
    try (var preview = new PreviewSession(new SettleLimits(5_000_000, Duration.ofMinutes(2)))) {
      var check = new ObjectCheck(() -> live, preview, Verdict.Answer.WARNED);
      check.follow();
      for (int round = 0; round <= rounds; round++) {
        for (Map.Entry<ObjectRef, JsonNode> object : live.objects().all().entrySet()) {
          if (object.getKey().kind().equals("NodePool")) {
            Review review = Reviews.read(narrowed(object.getValue(), round), object.getValue());
            long start = System.nanoTime();
            long[] answered = new long[1];
            check.check(review, verdict -> answered[0] = System.nanoTime() - start);
            if (round > 0) {
              took.add(answered[0] / 1e6);
            }
          }
        }
      }
    }
    return took.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The pool with one more requirement, which leaves some of its types or none. */
  private static JsonNode narrowed(JsonNode pool, int round) {
    ObjectNode narrowed = pool.deepCopy();
    var spec = (ObjectNode) narrowed.at("/spec/template/spec");
    ArrayNode requirements = spec.withArray("requirements");
    requirements
        .addObject()
        .put("key", "karpenter.k8s.aws/instance-category")
        .put("operator", round % 2 == 0 ? "NotIn" : "In")
        .putArray("values")
        .add(List.of("c", "m", "x").get(round % 3));
    return narrowed;
  }
}
