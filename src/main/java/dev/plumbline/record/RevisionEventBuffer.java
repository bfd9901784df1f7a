package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.revision.BundleOrigin;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RevisionEvents;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was published of the latest revisions, who wrote them and which stages they passed,
 * for the entry that says they serve. Thread-safe.
 */
@ApplicationScoped
public class RevisionEventBuffer implements RevisionEvents {

  private static final int MAX_REVISIONS = 64;

  private final LinkedHashMap<String, About> byDigest = new LinkedHashMap<>();

  private static final class About {
    private final Set<String> stages = new LinkedHashSet<>();

    /** Without its text, of which there may be megabytes. */
    private @Nullable Revision revision;

    private @Nullable String how;
    private int files;
    private int ran;
    private boolean recorded;
  }

  @Override
  public synchronized void passed(Revision revision, String stage) {
    About about = about(revision.digest());
    about.revision = revision.withoutText();
    about.stages.add(stage);
  }

  @Override
  public synchronized void tested(Revision revision, int files, int ran) {
    About about = about(revision.digest());
    about.files = files;
    about.ran = ran;
  }

  @Override
  public synchronized void serves(Revision revision, String how, Duration took) {
    About about = about(revision.digest());
    about.revision = revision.withoutText();
    about.how = how;
  }

  private About about(String digest) {
    // Reinserted, since the oldest entry is evicted first.
    About about = byDigest.remove(digest);
    if (about == null) {
      about = new About();
    }
    byDigest.put(digest, about);
    if (byDigest.size() > MAX_REVISIONS) {
      byDigest.pollFirstEntry();
    }
    return about;
  }

  synchronized void describe(String digest, ObjectNode body) {
    boolean first = byDigest.values().stream().noneMatch(each -> each.recorded);
    About about = about(digest);
    String how = about.how;
    // The event that it serves often arrives after it does.
    String guess = first ? "first" : about.recorded ? "rolled-back" : "activated";
    body.put("how", how == null ? guess : how);
    ObjectNode node = body.putObject("revision");
    Revision revision = about.revision;
    if (revision != null) {
      BundleOrigin bundle = revision.offer().bundle();
      if (bundle != null) {
        node.set("bundle", bundle.json());
      }
      node.put("origin", revision.offer().origin())
          .put("author", revision.offer().author())
          .put("changeRef", revision.offer().changeRef())
          .put("approvedBy", revision.approvedBy())
          .put("received", revision.received().toString())
          .put("activated", revision.activated() == null ? null : revision.activated().toString());
      ArrayNode reasons = node.putArray("reasons");
      revision.reasons().forEach(reasons::add);
      if (revision.difference() != null) {
        node.set("difference", revision.difference().deepCopy());
      }
    }
    ArrayNode stages = node.putArray("stages");
    about.stages.forEach(stages::add);
    if (about.stages.contains("tested")) {
      node.putObject("tests").put("passed", true).put("files", about.files).put("ran", about.ran);
    }
  }

  synchronized void recorded(String digest) {
    About about = about(digest);
    about.recorded = true;
    about.how = null;
  }
}
