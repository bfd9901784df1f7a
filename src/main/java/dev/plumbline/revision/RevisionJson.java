package dev.plumbline.revision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.revision.Attempts.Attempt;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory.Failure;
import dev.plumbline.revision.RevisionHistory.TakenBack;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a store: the index, which says what there is and which one serves; one of the
 * text of each revision; requests.
 */
final class RevisionJson {

  private static final ObjectMapper JSON = new JsonMapper();

  private RevisionJson() {}

  /** What is wrong with a document, in words that follow its name. */
  static final class BrokenException extends Exception {

    private static final long serialVersionUID = 1;

    BrokenException(String message) {
      super(message);
    }
  }

  static String index(RevisionHistory history) {
    ObjectNode root = JSON.createObjectNode();
    root.put("form", 1);
    root.put("active", history.active());
    root.put("rolledBackFrom", history.rolledBackFrom());
    root.set("approvals", approvals(history.approvals()));
    ArrayNode failed = root.putArray("failed");
    history
        .failed()
        .forEach(
            each -> {
              ObjectNode node =
                  failed.addObject().put("digest", each.digest()).put("at", each.at().toString());
              each.reasons().forEach(node.putArray("reasons")::add);
            });
    if (!history.takenBack().isEmpty()) {
      ArrayNode back = root.putArray("takenBack");
      history
          .takenBack()
          .forEach(
              each ->
                  back.addObject()
                      .put("why", each.why())
                      .put("at", each.at().toString())
                      .set("bundle", each.bundle().json()));
    }
    ArrayNode list = root.putArray("revisions");
    history.revisions().forEach(each -> list.add(summary(each)));
    return root.toPrettyString() + "\n";
  }

  static ObjectNode summary(Revision revision) {
    ObjectNode node = JSON.createObjectNode();
    node.put("digest", revision.digest());
    node.put("state", revision.state().wire());
    node.put("origin", revision.offer().origin());
    BundleOrigin bundle = revision.offer().bundle();
    if (bundle != null) {
      node.set("bundle", bundle.json());
    }
    node.put("author", revision.offer().author());
    node.put("changeRef", revision.offer().changeRef());
    node.put("approvedBy", revision.approvedBy());
    node.put("received", revision.received().toString());
    node.put("activated", revision.activated() == null ? null : revision.activated().toString());
    ArrayNode reasons = node.putArray("reasons");
    revision.reasons().forEach(reasons::add);
    return node;
  }

  static String content(Revision revision) {
    ObjectNode root = JSON.createObjectNode();
    root.put("digest", revision.digest());
    root.set("files", texts(revision.offer().files()));
    if (!revision.offer().bundled().isEmpty()) {
      root.set("bundled", bundled(revision.offer()));
    }
    root.set("difference", revision.difference());
    return root.toPrettyString() + "\n";
  }

  /** Which files are of the bundle, with the text of those that an overlay replaces; else null. */
  private static ObjectNode bundled(RuleOffer offer) {
    ObjectNode node = JSON.createObjectNode();
    offer
        .bundled()
        .forEach(
            (name, text) -> node.put(name, text.equals(offer.files().get(name)) ? null : text));
    return node;
  }

  private static SortedMap<String, String> bundled(
      JsonNode bundled, SortedMap<String, String> files) {
    var texts = new TreeMap<String, String>();
    for (var each : bundled.properties()) {
      String text = each.getValue().isNull() ? files.get(each.getKey()) : each.getValue().asText();
      if (text != null) {
        texts.put(each.getKey(), text);
      }
    }
    return texts;
  }

  static String request(RevisionRequest request) {
    ObjectNode root = JSON.createObjectNode();
    root.put("request", request.kind().name().toLowerCase(Locale.ROOT));
    root.put("digest", request.digest());
    root.put("by", request.by());
    root.put("proof", request.proof().wire());
    root.put("writesRules", request.writesRules());
    root.put("at", request.at().toString());
    return root.toPrettyString() + "\n";
  }

  /**
   * The history of an index.
   *
   * @param content the document of the text of a digest; null where it cannot be had, which leaves
   *     the revision out
   */
  static RevisionHistory history(String index, Function<String, @Nullable JsonNode> content)
      throws BrokenException {
    JsonNode root = tree(index);
    if (!root.path("revisions").isArray() || root.path("form").asInt() != 1) {
      throw new BrokenException("is not an index of revisions");
    }
    var revisions = new ArrayList<Revision>();
    for (JsonNode each : root.path("revisions")) {
      JsonNode text = content.apply(each.path("digest").asText());
      if (text != null) {
        revisions.add(revision(each, text));
      }
    }
    return new RevisionHistory(
        text(root, "active"),
        text(root, "rolledBackFrom"),
        approvals(root.path("approvals")),
        failed(root.path("failed")),
        takenBack(root.path("takenBack")),
        List.copyOf(revisions));
  }

  private static List<TakenBack> takenBack(JsonNode list) throws BrokenException {
    var all = new ArrayList<TakenBack>();
    for (JsonNode each : list) {
      BundleOrigin bundle = BundleOrigin.of(each.path("bundle"));
      if (bundle != null) {
        all.add(new TakenBack(bundle, each.path("why").asText(), time(each.path("at"))));
      }
    }
    return List.copyOf(all);
  }

  private static List<Failure> failed(JsonNode list) throws BrokenException {
    var failed = new ArrayList<Failure>();
    for (JsonNode each : list) {
      var reasons = new ArrayList<String>();
      each.path("reasons").forEach(reason -> reasons.add(reason.asText()));
      failed.add(
          new Failure(each.path("digest").asText(), List.copyOf(reasons), time(each.path("at"))));
    }
    return List.copyOf(failed);
  }

  static String attempts(Attempts attempts) {
    ObjectNode root = JSON.createObjectNode();
    root.put("at", attempts.at().toString());
    ObjectNode node = root.putObject("attempts");
    attempts
        .byDigest()
        .forEach(
            (digest, each) ->
                node.putObject(digest)
                    .put("opened", each.opened())
                    .put("activated", each.activated()));
    return root.toPrettyString() + "\n";
  }

  static Attempts attempts(String text) throws BrokenException {
    JsonNode root = tree(text);
    var attempts = new TreeMap<String, Attempt>();
    for (var each : root.path("attempts").properties()) {
      attempts.put(
          each.getKey(),
          new Attempt(
              each.getValue().path("opened").asInt(), each.getValue().path("activated").asInt()));
    }
    return new Attempts(attempts, time(root.path("at")));
  }

  static JsonNode content(String text, String digest) throws BrokenException {
    JsonNode root = tree(text);
    if (!root.path("files").isObject() || !root.path("digest").asText().equals(digest)) {
      throw new BrokenException("does not hold the files of revision " + Revision.brief(digest));
    }
    return root;
  }

  static RevisionRequest request(String id, String text) throws BrokenException {
    JsonNode root = tree(text);
    for (RevisionRequest.Kind kind : RevisionRequest.Kind.values()) {
      if (kind.name().equalsIgnoreCase(root.path("request").asText())) {
        return new RevisionRequest(
            id,
            kind,
            root.path("digest").asText(),
            root.path("by").asText("somebody"),
            Proof.of(root.path("proof").asText()),
            text(root, "writesRules"),
            time(root.path("at")));
      }
    }
    throw new BrokenException("is not a request to approve or roll back");
  }

  private static ObjectNode approvals(SortedMap<String, List<Approval>> approvals) {
    ObjectNode node = JSON.createObjectNode();
    approvals.forEach(
        (digest, all) -> {
          ArrayNode list = node.putArray(digest);
          all.forEach(
              each ->
                  list.addObject()
                      .put("by", each.by())
                      .put("proof", each.proof().wire())
                      .put("writesRules", each.writesRules()));
        });
    return node;
  }

  /** Of a digest, a list; in older stores, the name alone. */
  private static SortedMap<String, List<Approval>> approvals(JsonNode node) {
    var approvals = new TreeMap<String, List<Approval>>();
    for (var each : node.properties()) {
      var all = new ArrayList<Approval>();
      if (each.getValue().isTextual()) {
        all.add(new Approval(each.getValue().asText(), Proof.CLAIM));
      }
      for (JsonNode one : each.getValue()) {
        all.add(
            new Approval(
                one.path("by").asText("somebody"),
                Proof.of(one.path("proof").asText()),
                text(one, "writesRules")));
      }
      approvals.put(each.getKey(), List.copyOf(all));
    }
    return approvals;
  }

  private static Revision revision(JsonNode each, JsonNode content) throws BrokenException {
    SortedMap<String, String> files = texts(content.path("files"));
    var offer =
        new RuleOffer(
            files,
            each.path("origin").asText(),
            text(each, "author"),
            text(each, "changeRef"),
            new TreeMap<>(),
            List.of(),
            BundleOrigin.of(each.path("bundle")),
            bundled(content.path("bundled"), files));
    var reasons = new ArrayList<String>();
    each.path("reasons").forEach(reason -> reasons.add(reason.asText()));
    return new Revision(
        each.path("digest").asText(),
        state(each.path("state").asText()),
        offer,
        List.copyOf(reasons),
        text(each, "approvedBy"),
        time(each.path("received")),
        each.path("activated").isTextual() ? time(each.path("activated")) : null,
        content.path("difference") instanceof ObjectNode difference ? difference : null);
  }

  private static RevisionState state(String word) throws BrokenException {
    for (RevisionState state : RevisionState.values()) {
      if (state.wire().equals(word)) {
        return state;
      }
    }
    throw new BrokenException("has a revision in state '" + word + "'");
  }

  private static Instant time(JsonNode node) throws BrokenException {
    try {
      return Instant.parse(node.asText());
    } catch (DateTimeException e) {
      throw new BrokenException("has the time '" + node.asText() + "'");
    }
  }

  private static JsonNode tree(String text) throws BrokenException {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new BrokenException("is not JSON: " + e.getOriginalMessage());
    }
  }

  private static ObjectNode texts(SortedMap<String, String> texts) {
    ObjectNode node = JSON.createObjectNode();
    texts.forEach(node::put);
    return node;
  }

  private static SortedMap<String, String> texts(JsonNode node) {
    var texts = new TreeMap<String, String>();
    node.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
    return texts;
  }

  private static @Nullable String text(JsonNode node, String name) {
    return node.path(name).isTextual() ? node.path(name).asText() : null;
  }
}
