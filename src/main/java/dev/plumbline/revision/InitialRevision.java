package dev.plumbline.revision;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory.Failure;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.trial.ScenarioCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The revision that is active when the host starts: the last active one, if it is still valid.
 *
 * @param reasons why it is not the one that served last; empty when it is, or none ever did
 * @param suspect the one that served last, if the last process ended with it before it had settled:
 *     it is tried before it is used again; null when there is none
 */
public record InitialRevision(
    Revision serving,
    Evaluation evaluation,
    List<String> reasons,
    @Nullable Revision suspect,
    AttemptRecorder attempts) {

  private static final Logger LOG = Logger.getLogger(InitialRevision.class);

  static final String SHIPPED = "shipped with the program";

  static final RuleOffer NOTHING =
      new RuleOffer(Collections.emptySortedMap(), SHIPPED, null, null, new TreeMap<>(), List.of());

  /**
   * Opens with what is recorded; else with {@code first}, unless that is to be judged; else with
   * the shipped rules.
   *
   * @param first what is offered now; null where that is not waited for
   * @throws InvalidInputException when nothing is recorded and {@code first} cannot be used, or the
   *     store cannot be read though what is offered is waited for
   */
  public static InitialRevision of(
      RevisionContext context, @Nullable RuleOffer first, RevisionEvents events) {
    var checks = new StageChecks(context, events);
    RevisionHistory history;
    try {
      history = context.store().read();
    } catch (RevisionStore.FaultException e) {
      if (first != null) {
        throw new InvalidInputException(e);
      }
      LOG.errorf("The store cannot be read, the shipped rules begin: error=%s", e.getMessage());
      return shipped(context, checks, List.of(e.getMessage()));
    }
    String active = history.active();
    if (active != null) {
      return recorded(context, checks, history, active);
    }
    return first == null
        ? shipped(context, checks, List.of())
        : offered(context, checks, first, events);
  }

  private static InitialRevision recorded(
      RevisionContext context, StageChecks checks, RevisionHistory history, String digest) {
    var attempts = new AttemptRecorder(context);
    var reasons = new ArrayList<String>();
    var usable = new ArrayList<Revision>();
    Revision suspect = null;
    Revision active = history.serving();
    if (active == null) {
      reasons.add("the text of revision " + Revision.brief(digest) + " is lost");
    } else if (attempts.suspect(digest)) {
      suspect = active;
    } else {
      usable.add(active);
    }
    history.before().stream().filter(each -> !attempts.suspect(each.digest())).forEach(usable::add);
    for (Revision each : usable) {
      Failure failure = history.failure(each.digest());
      if (failure != null) {
        reasons.addAll(failure.reasons());
        continue;
      }
      try {
        attempts.opening(each.digest());
        Checked checked = checks.kept(each);
        return new InitialRevision(
                checked.revision(), checked.evaluation(), List.copyOf(reasons), null, attempts)
            .instead(suspect);
      } catch (StageChecks.RefusedException e) {
        reasons.add("revision " + each.brief() + " cannot be used any more: " + e.reasons());
        LOG.errorf(
            "A revision cannot be used any more: digest=%s reasons=%s", each.digest(), e.reasons());
        attempts.settled(each.digest());
      }
    }
    return shipped(context, checks, reasons, attempts).instead(suspect);
  }

  /** The same, until it is decided whether {@code other} can be used. */
  private InitialRevision instead(@Nullable Revision other) {
    if (other == null) {
      return this;
    }
    String why =
        "the process ended with revision "
            + other.brief()
            + " before it had settled: it is tried, and nothing is done until it serves or "
            + serving.brief()
            + " takes its place";
    LOG.warnf("What served last is tried before it is used: why=\"%s\"", why);
    var all = new ArrayList<String>(List.of(why));
    all.addAll(reasons);
    return new InitialRevision(serving, evaluation, List.copyOf(all), other, attempts);
  }

  static Revision renamed(Revision revision, String digest) {
    return digest.equals(revision.digest())
        ? revision
        : new Revision(
            digest,
            RevisionState.ACTIVE,
            revision.offer(),
            List.of("the shipped rules have changed since revision " + revision.brief()),
            revision.approvedBy(),
            revision.received(),
            revision.activated(),
            null);
  }

  private static InitialRevision offered(
      RevisionContext context, StageChecks checks, RuleOffer first, RevisionEvents events) {
    try {
      RuleFiles files = checks.files(first);
      Revision revision =
          Revision.received(files.digest(), first, context.timings().clock().instant());
      events.passed(revision, "received");
      ScenarioCheck.Result tried = checks.tried(revision, null);
      Checked checked = checks.compiled(revision, files);
      checks.tested(checked, tried);
      if (context.judgesFirst()) {
        return shipped(context, checks, List.of());
      }
      Revision active = revision.active(context.timings().clock().instant(), null);
      return new InitialRevision(
          active, checked.evaluation(), List.of(), null, new AttemptRecorder(context));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (StageChecks.RefusedException e) {
      throw new InvalidInputException(new IllegalArgumentException(String.join("\n", e.reasons())));
    }
  }

  /** The revision of the shipped rules alone. */
  static Revision ofShipped(RevisionContext context, StageChecks checks)
      throws StageChecks.RefusedException {
    return Revision.received(
        checks.files(NOTHING).digest(), NOTHING, context.timings().clock().instant());
  }

  private static InitialRevision shipped(
      RevisionContext context, StageChecks checks, List<String> reasons) {
    return shipped(context, checks, reasons, new AttemptRecorder(context));
  }

  private static InitialRevision shipped(
      RevisionContext context, StageChecks checks, List<String> reasons, AttemptRecorder attempts) {
    try {
      Revision revision = ofShipped(context, checks);
      return new InitialRevision(
          revision.as(RevisionState.ACTIVE, List.of()),
          checks.compiled(revision, checks.files(NOTHING)).evaluation(),
          List.copyOf(reasons),
          null,
          attempts);
    } catch (StageChecks.RefusedException e) {
      throw new IllegalStateException("the shipped rules cannot be used: " + e.reasons(), e);
    }
  }
}
