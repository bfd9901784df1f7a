package dev.plumbline.query;

import dev.plumbline.log.DecisionLog.LogHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Findings for other tools.
 *
 * @param controls the controls that the rules serve, sorted
 * @param observations what each rule concluded that held at {@code to}
 * @param population which nodes there were, and which were judged
 * @param programs what judged, in order
 */
public record ExportedFindings(
    LogHead head,
    Instant from,
    Instant to,
    String version,
    List<String> controls,
    List<ControlFinding> findings,
    List<RuleObservation> observations,
    NodePopulation population,
    List<RecordedProgram> programs) {

  /**
   * What is in a log.
   *
   * @param from null for its beginning
   * @param to null for its end
   * @param version of this program
   * @throws NothingKnownException when it is empty
   */
  public static ExportedFindings of(
      LogArchive archive, @Nullable Instant from, @Nullable Instant to, String version) {
    LogHead head = archive.log().head();
    if (head.size() == 0) {
      throw new NothingKnownException("the log is empty.");
    }
    Instant begin =
        from == null ? archive.query().after(EntryFilter.ALL, -1, 1).getFirst().at() : from;
    Instant end = to == null ? archive.query().newest(EntryFilter.ALL, 1).getFirst().at() : to;
    long last = to == null ? head.size() - 1 : archive.query().at(to);
    long first = from == null ? 0 : Math.max(0, archive.query().at(from));
    if (last < 0) {
      throw new NothingKnownException("the log begins after " + to + ".");
    }
    return new ExportedFindings(
        head,
        begin,
        end,
        version,
        List.copyOf(archive.rules().controls()),
        ControlFindings.between(archive, from, to),
        RuleObservation.of(archive, archive.stateAt(last)),
        NodePopulation.between(archive, from, to),
        RecordedProgram.between(archive, first, last));
  }

  /** The same with other findings and observations. */
  ExportedFindings with(List<ControlFinding> findings, List<RuleObservation> observations) {
    return new ExportedFindings(
        head, from, to, version, controls, findings, observations, population, programs);
  }

  /** The findings that count for a control. */
  List<ControlFinding> findings(String control) {
    return findings.stream().filter(each -> each.controls().contains(control)).toList();
  }

  /** What the rules that serve a control concluded. */
  List<RuleObservation> observations(String control) {
    return observations.stream().filter(each -> each.rule().controls().contains(control)).toList();
  }

  ControlState state(String control) {
    return ControlState.of(findings(control), !observations(control).isEmpty());
  }

  /** The name of the log: the last part of its origin. */
  String name() {
    return head.origin().substring(head.origin().lastIndexOf('/') + 1);
  }

  /** The entry that opened a finding, for people: {@code production/17}. */
  String decision(ControlFinding each) {
    return name() + "/" + each.span().openedBy();
  }

  /** UUIDs of version 5 (RFC 9562): the same name gives the same one. */
  static final class Uuids {

    private static final UUID URL = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

    private Uuids() {}

    static String of(String name) {
      try {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        sha1.update(
            ByteBuffer.allocate(16)
                .putLong(URL.getMostSignificantBits())
                .putLong(URL.getLeastSignificantBits())
                .array());
        byte[] hash =
            sha1.digest(("https://plumbline.dev/" + name).getBytes(StandardCharsets.UTF_8));
        hash[6] = (byte) (hash[6] & 0x0f | 0x50);
        hash[8] = (byte) (hash[8] & 0x3f | 0x80);
        ByteBuffer bytes = ByteBuffer.wrap(hash);
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-1", e);
      }
    }
  }
}
