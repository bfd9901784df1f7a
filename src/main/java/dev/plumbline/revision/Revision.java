package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.revision.Revision.RevisionState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A revision of the rules and its state.
 *
 * @param digest SHA-256 of all its files, the shipped ones among them
 * @param offer what was offered; its files are those laid over the shipped ones
 * @param reasons why it is held, rejected, or was taken back; none when all is well
 * @param approvedBy who approved it, and how that is known; null when no approval was needed
 * @param activated when it began to serve; null when it never did
 * @param difference what it changed, by the preview; null when there was none
 */
public record Revision(
    String digest,
    RevisionState state,
    RuleOffer offer,
    List<String> reasons,
    @Nullable String approvedBy,
    Instant received,
    @Nullable Instant activated,
    @Nullable ObjectNode difference) {

  static final int BRIEF_LENGTH = 12;

  /**
   * So many digits of a digest an approval needs at least: to fewer, a different text can be made
   * to fit.
   */
  static final int LEAST_DIGITS = 32;

  static Revision received(String digest, RuleOffer offer, Instant at) {
    return new Revision(digest, RevisionState.CANDIDATE, offer, List.of(), null, at, null, null);
  }

  Revision as(RevisionState next, List<String> why) {
    return new Revision(
        digest, next, offer, List.copyOf(why), approvedBy, received, activated, difference);
  }

  Revision with(ObjectNode change) {
    return new Revision(digest, state, offer, reasons, approvedBy, received, activated, change);
  }

  Revision active(Instant at, @Nullable String by) {
    return new Revision(
        digest, RevisionState.ACTIVE, offer, List.of(), by, received, at, difference);
  }

  /** The same text from somewhere else. */
  Revision from(RuleOffer other) {
    return new Revision(digest, state, other, reasons, approvedBy, received, activated, difference);
  }

  Revision neverActive() {
    return new Revision(digest, state, offer, reasons, approvedBy, received, null, difference);
  }

  /** The same for those who only tell what became of it. */
  public Revision withoutText() {
    return new Revision(
        digest, state, offer.withoutText(), reasons, approvedBy, received, activated, difference);
  }

  /**
   * What the rules know of it while it is active.
   *
   * @param kept whether its preview was kept; null if unknown
   */
  List<Fact> facts(@Nullable Boolean kept) {
    BundleOrigin bundle = offer.bundle();
    return bundle == null ? List.of(fact()) : List.of(fact(), bundle.as("serving", kept, ""));
  }

  RuleRevision fact() {
    return new RuleRevision(
        digest, state.wire(), offer.origin(), offer.author(), offer.changeRef());
  }

  public ObjectNode json() {
    return RevisionJson.summary(this);
  }

  public String brief() {
    return brief(digest);
  }

  /** The command that approves a revision of this digest, all of it, to be copied. */
  public static String approveCommand(String digest) {
    return "plumbline rules approve " + digest;
  }

  public static String brief(String digest) {
    return digest.substring(0, Math.min(BRIEF_LENGTH, digest.length()));
  }

  /**
   * That somebody approves a revision, or rolls back to it.
   *
   * @param digest the revision, of an approval at least its first 32 digits
   * @param proof how it is known that it is from {@code by}
   * @param writesRules whether they may write ConfigMaps of rules: yes, no; null when that is not
   *     known
   */
  public record RevisionRequest(
      String id,
      Kind kind,
      String digest,
      String by,
      Proof proof,
      @Nullable String writesRules,
      Instant at) {

    public RevisionRequest(
        String id, Kind kind, String digest, String by, Proof proof, Instant at) {
      this(id, kind, digest, by, proof, null, at);
    }

    public enum Kind {
      /** Activate a revision although it exceeds a limit. */
      APPROVE,
      ROLLBACK
    }

    /** How it is known who asks; the names are those of {@code RevisionApproval}. */
    public enum Proof {
      /** The request says so itself: an annotation, or what was written to the store. */
      CLAIM,
      /** The API authenticated the caller. */
      TOKEN;

      public String wire() {
        return name().toLowerCase(Locale.ROOT);
      }

      /** The one called {@code word}; a claim when there is none, as in older stores. */
      static Proof of(String word) {
        for (Proof each : values()) {
          if (each.wire().equals(word)) {
            return each;
          }
        }
        return CLAIM;
      }
    }
  }

  public enum RevisionState {
    ACTIVE,
    CANDIDATE,
    /** Exceeds a limit and awaits approval. */
    HELD,
    REJECTED,
    /** Formerly active, since replaced. */
    REPLACED;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
