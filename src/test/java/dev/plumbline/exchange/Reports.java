package dev.plumbline.exchange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.exchange.VerdictReport.Program;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.log.SigningKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reports for tests, and a store that can be tampered with and does not answer when it is told. */
final class Reports {

  static final Instant AT = Instant.parse("2026-11-20T12:00:00Z");
  static final Program PROGRAM = new Program("0.1.0", "0.1", VerdictReport.fingerprint("dev"));

  private static final Map<String, SigningKey> KEYS = new ConcurrentHashMap<>();

  private Reports() {}

  /** What publishes in a cluster with another API server. */
  static Program at(String apiServer) {
    return new Program("0.1.0", "0.1", VerdictReport.fingerprint(apiServer));
  }

  /** The key of a cluster, the same each time. */
  static SigningKey key(String cluster) {
    return KEYS.computeIfAbsent(cluster, name -> SigningKey.create(VerdictReport.signer(name)));
  }

  static ObjectNode planned(String cluster, long sequence, String previous, long hours) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("cluster", cluster).put("ring", "dev").put("sequence", sequence);
    report.put("previous", previous).put("kubernetes", "1.33");
    report
        .putArray("releases")
        .addObject()
        .put("release", "al2023@v20260714")
        .put("state", "rolling")
        .put("since", "2026-11-19T12:00:00Z")
        .put("nodes", 3L)
        .put("healthyHours", hours)
        .put("failed", 0L)
        .put("message", "no node class holds it back");
    return report;
  }

  /** With a bundle in a state. */
  static ObjectNode withBundle(ObjectNode planned, long sequence, String state) {
    planned
        .withArray("bundles")
        .addObject()
        .put("digest", bundle(sequence))
        .put("title", "platform 1." + sequence)
        .put("sequence", sequence)
        .put("state", state)
        .put("message", "");
    return planned;
  }

  /** The digest of a bundle. */
  static String bundle(long sequence) {
    return "sha256:%064x".formatted(sequence);
  }

  /** Publishes the next report of a cluster, of so many hours, at a time. */
  static void publish(ReportStore store, String cluster, long hours, Instant at) {
    var chain = new ClusterChain(cluster, key(cluster).verifier());
    FleetMember newest = member(read(chain, store, at));
    publish(store, planned(cluster, newest.next(), newest.digest(), hours), at);
  }

  static void publish(ReportStore store, ObjectNode planned, Instant at) {
    String cluster = planned.path("cluster").asText();
    var publisher = new VerdictPublisher(store, key(cluster), PROGRAM, () -> at, () -> {});
    var unused = publisher.write(new PublishReport(planned), () -> true);
  }

  static List<Fact> read(ClusterChain chain, ReportStore store, Instant now) {
    try {
      chain.read(store, now);
    } catch (IOException e) {
      chain.failed(e.getMessage());
    }
    return chain.facts();
  }

  static FleetMember member(List<Fact> facts) {
    return (FleetMember) facts.getFirst();
  }

  /** Objects in memory. */
  static final class InMemory implements ReportStore {

    final TreeMap<String, byte[]> objects = new TreeMap<>();
    @Nullable IOException fault;

    @Override
    public String place() {
      return "memory/";
    }

    @Override
    public List<String> keys(String folder, String after) throws IOException {
      answer();
      return objects.keySet().stream()
          .filter(key -> key.startsWith(folder + "/") && key.compareTo(after) > 0)
          .toList();
    }

    @Override
    public byte @Nullable [] get(String key, int limit) throws IOException {
      answer();
      return objects.get(key);
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
      answer();
      return objects.putIfAbsent(key, content) == null;
    }

    private void answer() throws IOException {
      if (fault != null) {
        throw fault;
      }
    }
  }
}
