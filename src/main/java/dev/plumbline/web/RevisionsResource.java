package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Nearest;
import dev.plumbline.revision.BundleOrigin;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Kind;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionStore;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.web.access.Tokens.User;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The revisions of the rules: which one is active, which one waits and why. People may approve one
 * or roll back to one, as with {@code plumbline rules}, in the name that their token states.
 */
@Path("/api/v1/rules/revisions")
@Produces(MediaType.APPLICATION_JSON)
class RevisionsResource {

  static final String APPROVE = "approve";

  private static final String ROLLBACK = "rollback";
  private static final String DIGEST = "The beginning of its digest.";
  private static final Logger LOG = Logger.getLogger(RevisionsResource.class);

  private final RuleState revisions;
  private final Access access;
  private final List<String> origins;

  RevisionsResource(RuleState revisions, Access access, WebSettings settings) {
    this.revisions = revisions;
    this.access = access;
    this.origins = settings.origins().orElse(List.of());
  }

  record RuleStatus(
      @Schema(
              description =
                  "LOADED: the newest revision is active; STALE: an earlier one is; ERROR: no"
                      + " revision can be used.")
          RuleSetStatus.Word state,
      @Schema(description = "The digest of the active revision.") @Nullable String serving,
      @Schema(description = "The digest of the newest revision, if it is not active.")
          @Nullable String candidate,
      @Schema(description = "Why it is not.") List<String> reasons,
      @Schema(
              description =
                  "Why revisions are tried in this process; null while they are tried in one of"
                      + " their own, or are not meant to be.")
          @Nullable String trialFault,
      @Schema(description = "The signed bundle that the active revision is from; null for none.")
          @Nullable Bundle bundle,
      @Schema(description = "Why the channel of bundles is not followed; null while it is.")
          @Nullable String bundleFault,
      @Schema(description = "Why the bundle that the channel names is not active yet.")
          List<String> bundleWaits) {

    static RuleStatus of(RuleState rules) {
      RuleSetStatus now = rules.now();
      Revision serving = now.serving();
      return new RuleStatus(
          now.word(),
          digest(now.serving()),
          digest(now.candidate()),
          now.reasons(),
          now.trialFault(),
          serving == null ? null : Bundle.of(serving.offer().bundle()),
          rules.bundleFault(),
          rules.bundleWaits());
    }
  }

  @Schema(name = "RuleBundle", description = "A signed bundle of rules.")
  record Bundle(
      @Schema(description = "Where it was found.") String address,
      @Schema(description = "sha256: and the SHA-256 of the archive.") String digest,
      @Schema(description = "Its name and version.") String title,
      @Schema(description = "A later bundle has a higher one.") long sequence) {

    static @Nullable Bundle of(@Nullable BundleOrigin bundle) {
      return bundle == null
          ? null
          : new Bundle(bundle.address(), bundle.digest(), bundle.title(), bundle.sequence());
    }
  }

  record Revisions(
      RuleSetStatus.Word state,
      @Nullable String serving,
      @Nullable String candidate,
      List<String> reasons,
      @Schema(description = "Why the channel of bundles is not followed; null while it is.")
          @Nullable String bundleFault,
      @Schema(description = "Why the bundle that the channel names is not active yet.")
          List<String> bundleWaits,
      List<RevisionSummary> items) {}

  @Schema(name = "Revision")
  record RevisionSummary(
      @Schema(description = "SHA-256 of all its files, the shipped ones included.") String digest,
      @Schema(enumeration = {"active", "candidate", "held", "rejected", "replaced"}) String state,
      @Schema(description = "Where it is from: folder, ConfigMap, bundle.") String origin,
      @Schema(description = "The signed bundle that it is from; absent for none.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Bundle bundle,
      @Schema(description = "Who wrote it last.") @Nullable String author,
      @Schema(description = "The change that it was written for.") @Nullable String changeRef,
      @Schema(description = "Who approved it, and how that is known: ann (token).")
          @Nullable String approvedBy,
      Instant received,
      @Schema(description = "When it became active.") @Nullable Instant activated,
      @Schema(description = "Why it is held or rejected.") List<String> reasons,
      @Schema(description = "The files of the overlay; of a single revision alone.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Map<String, String> files) {

    static RevisionSummary of(Revision revision, @Nullable Map<String, String> files) {
      return new RevisionSummary(
          revision.digest(),
          revision.state().wire(),
          revision.offer().origin(),
          Bundle.of(revision.offer().bundle()),
          revision.offer().author(),
          revision.offer().changeRef(),
          revision.approvedBy(),
          revision.received(),
          revision.activated(),
          revision.reasons(),
          files);
    }
  }

  @GET
  @Tag(name = "Status")
  @Operation(summary = "The revisions of the rules that are kept, the newest first.")
  public Revisions revisions() {
    RuleSetStatus now = revisions.now();
    return new Revisions(
        now.word(),
        digest(now.serving()),
        digest(now.candidate()),
        now.reasons(),
        revisions.bundleFault(),
        revisions.bundleWaits(),
        now.history().revisions().stream().map(each -> RevisionSummary.of(each, null)).toList());
  }

  @GET
  @Tag(name = "Status")
  @Path("{digest}")
  @Operation(summary = "One revision with the files of its overlay.")
  public RevisionSummary revision(
      @Parameter(description = DIGEST) @PathParam("digest") String digest) {
    Revision revision = findByDigest(digest, revisions.now());
    return RevisionSummary.of(revision, revision.offer().files());
  }

  @GET
  @Tag(name = "Status")
  @Path("{digest}/difference")
  @Operation(
      summary = "What a revision changes, as its preview saw it on the facts of that moment.")
  @APIResponse(
      responseCode = "200",
      description = "The difference.",
      content = @Content(schema = @Schema(ref = "RevisionDifference")))
  public ObjectNode revisionDifference(
      @Parameter(description = DIGEST) @PathParam("digest") String digest) {
    Revision revision = findByDigest(digest, revisions.now());
    ObjectNode difference = revision.difference();
    if (difference == null) {
      throw Problem.notFound(
          "revision "
              + revision.brief()
              + " has no preview: the first revision has none, nor one that was rejected before"
              + " it.");
    }
    return difference;
  }

  private static @Nullable String digest(@Nullable Revision revision) {
    return revision == null ? null : revision.digest();
  }

  private static Revision findByDigest(String digest, RuleSetStatus now) {
    Revision revision = now.history().named(digest);
    if (revision == null) {
      throw Problem.notFound(
          "no single revision "
              + digest
              + " is kept. "
              + Nearest.suggestion(
                  digest, now.history().revisions().stream().map(Revision::brief).toList()));
    }
    return revision;
  }

  record Requested(
      @Schema(enumeration = {APPROVE, ROLLBACK}) String asked,
      String digest,
      @Schema(description = "In whose name.") String by) {}

  @POST
  @Path("{digest}/approve")
  @Consumes(MediaType.APPLICATION_JSON)
  @Tag(name = "Page")
  @Operation(
      summary = "Approves a revision that is held: it is previewed once more, then activated.",
      description = "The revision shows the result.")
  @RequestBody(
      description = "An empty object.",
      content = @Content(schema = @Schema(ref = "Empty")))
  public Requested approveRevision(
      @Parameter(description = DIGEST) @PathParam("digest") String digest,
      @Context HttpHeaders headers) {
    return request(APPROVE, digest, headers);
  }

  @POST
  @Path("{digest}/rollback")
  @Consumes(MediaType.APPLICATION_JSON)
  @Tag(name = "Page")
  @Operation(
      summary = "Activates a revision again that was active before, without preview.",
      description = "The revision shows the result.")
  @RequestBody(
      description = "An empty object.",
      content = @Content(schema = @Schema(ref = "Empty")))
  public Requested rollBackRevision(
      @Parameter(description = DIGEST) @PathParam("digest") String digest,
      @Context HttpHeaders headers) {
    return request(ROLLBACK, digest, headers);
  }

  private Requested request(String verb, String digest, HttpHeaders headers) {
    String userName = "unknown";
    try {
      checkType(headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
      checkOrigin(headers);
      User user = access.user(headers.getHeaderString(HttpHeaders.AUTHORIZATION));
      userName = user.name();
      String denied = access.denied(user, verb);
      if (denied != null) {
        throw Problem.forbidden(denied);
      }
      return submit(verb, findByDigest(digest, revisions.now()), user);
    } catch (Problem e) {
      LOG.warnf(
          "A change was refused: verb=%s revision=%s user=%s status=%d why=%s",
          verb, digest.replaceAll("[^0-9A-Za-z]", "?"), userName, e.status(), e.detail());
      throw e;
    }
  }

  /** A cross-origin form cannot send JSON without a preflight request. */
  private static void checkType(@Nullable String type) {
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(MediaType.APPLICATION_JSON)) {
      throw Problem.other(
          415,
          "Unsupported Media Type",
          "the content type is not application/json. Try: send {} as application/json.");
    }
  }

  /**
   * Rejects cross-origin requests of browsers; other clients send no origin. Defense in depth:
   * unlike a cookie, a token is never sent automatically.
   */
  private void checkOrigin(HttpHeaders headers) {
    String origin = headers.getHeaderString("Origin");
    String site = headers.getHeaderString("Sec-Fetch-Site");
    boolean same =
        origin == null
            ? site == null || site.equals("same-origin") || site.equals("none")
            : allowed(origin, headers.getHeaderString("Host"));
    if (!same) {
      throw Problem.forbidden(
          "the request comes from a page of "
              + (origin == null ? site : origin)
              + ". Try: open the page that is served here, or set plumbline.web.origins.");
    }
  }

  private boolean allowed(String origin, @Nullable String host) {
    if (origins.contains(origin)) {
      return true;
    }
    try {
      String authority = URI.create(origin).getRawAuthority();
      return host != null
          && authority != null
          && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Where the text is from that it adds or replaces: whoever may write there may be its author. */
  private List<String> configMaps(Revision revision) {
    var maps = new TreeSet<>(revision.offer().configMaps());
    Revision serving = revisions.now().serving();
    if (serving != null) {
      maps.addAll(serving.offer().configMaps());
    }
    return List.copyOf(maps);
  }

  private Requested submit(String verb, Revision revision, User user) {
    String userName = user.name();
    boolean approval = verb.equals(APPROVE);
    RevisionState needed = approval ? RevisionState.HELD : RevisionState.REPLACED;
    if (revision.state() != needed) {
      throw Problem.conflict(
          "revision "
              + revision.brief()
              + " is "
              + revision.state().wire()
              + (approval
                  ? ": only one that is held can be approved."
                  : ": only one that was active before can be activated again.")
              + " Try: /api/v1/rules/revisions.");
    }
    try {
      revisions.ask(
          new RevisionRequest(
              UUID.randomUUID().toString(),
              approval ? Kind.APPROVE : Kind.ROLLBACK,
              revision.digest(),
              userName,
              Proof.TOKEN,
              approval ? access.writes(user, configMaps(revision)) : null,
              Clock.systemUTC().instant()));
    } catch (RevisionStore.FaultException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
    LOG.infof(
        "A change was requested: verb=%s revision=%s user=%s", verb, revision.digest(), userName);
    return new Requested(verb, revision.digest(), userName);
  }
}
