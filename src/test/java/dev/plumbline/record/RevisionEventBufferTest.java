package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.loop.Await;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RuleOffer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the log is told of a revision that serves. */
class RevisionEventBufferTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private final RevisionEventBuffer revisions = new RevisionEventBuffer();

  @Test
  void whatARevisionWentThroughIsTold() {
    Revision revision = revision("abc");
    revisions.passed(revision, "compiled");
    revisions.passed(revision, "tested");
    revisions.tested(revision, 40, 7);
    revisions.serves(revision, "activated", Duration.ofSeconds(1));

    ObjectNode body = tell("abc");

    assertThat(body.path("how").asText()).isEqualTo("activated");
    assertThat(body.at("/revision/tests").toString())
        .isEqualTo("{\"passed\":true,\"files\":40,\"ran\":7}");
    assertThat(body.at("/revision/stages").toString()).isEqualTo("[\"compiled\",\"tested\"]");
    assertThat(body.at("/revision/changeRef").asText()).isEqualTo("CHG-1");
  }

  @Test
  void whatShipsWasTestedInItsBuild() {
    assertThat(tell("shipped").at("/revision/tests").isMissingNode()).isTrue();
  }

  /** Of 64 revisions, each with megabytes where somebody sends as much. */
  @Test
  void theTextOfARevisionIsNotKept() {
    WeakReference<Object> text = passed();

    Await.until(
        "it is collected",
        () -> {
          System.gc();
          return text.get() == null;
        });
    assertThat(tell("abc").at("/revision/changeRef").asText()).isEqualTo("CHG-1");
  }

  private WeakReference<Object> passed() {
    Revision revision = revision("abc");
    revisions.passed(revision, "compiled");
    revisions.serves(revision, "activated", Duration.ofSeconds(1));
    return new WeakReference<>(revision.offer().files());
  }

  private ObjectNode tell(String digest) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    revisions.describe(digest, body);
    revisions.recorded(digest);
    return body;
  }

  private static Revision revision(String digest) {
    var offer =
        new RuleOffer(new TreeMap<>(), "ConfigMap a/b", "Ada", "CHG-1", new TreeMap<>(), List.of());
    return new Revision(digest, RevisionState.ACTIVE, offer, List.of(), null, NOW, NOW, null);
  }
}
