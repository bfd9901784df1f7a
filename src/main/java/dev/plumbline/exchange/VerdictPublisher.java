package dev.plumbline.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.exchange.VerdictReport.Program;
import dev.plumbline.log.SigningKey;
import dev.plumbline.source.ec2.ErrorCode;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** Signs and writes the reports of this cluster, each once. */
public final class VerdictPublisher {

  private final ReportStore store;
  private final SigningKey key;
  private final Program program;
  private final InstantSource clock;
  private final Runnable published;

  /**
   * @param key with the name {@link VerdictReport#signer} of the cluster
   * @param published called once there is a report that was not there before
   */
  VerdictPublisher(
      ReportStore store, SigningKey key, Program program, InstantSource clock, Runnable published) {
    this.store = store;
    this.key = key;
    this.program = program;
    this.clock = clock;
    this.published = published;
  }

  /**
   * Writes the report of {@code change}, if there is none of its number.
   *
   * @param mayWrite whether this replica is the leader
   * @throws WriteFaultException when the store refuses or cannot be reached
   */
  public Written write(PublishReport change, BooleanSupplier mayWrite) {
    try {
      return write(change.report(), mayWrite);
    } catch (IOException e) {
      throw new WriteFaultException(
          ErrorCode.of(e.getCause() instanceof SdkException cause ? cause : e),
          String.valueOf(e.getMessage()));
    }
  }

  private Written write(ObjectNode report, BooleanSupplier mayWrite) throws IOException {
    String cluster = report.path("cluster").asText();
    long sequence = report.path("sequence").longValue();
    String object = VerdictReport.key(cluster, sequence);
    VerdictReport before = sequence == 0 ? null : report(cluster, sequence - 1);
    if (sequence > 0
        && (before == null || !before.digest().equals(report.path("previous").asText()))) {
      return Written.outdated("report " + (sequence - 1) + " is not the one that it follows");
    }
    byte[] signed = VerdictReport.sign(report, before, program, clock.instant(), key);
    if (!mayWrite.getAsBoolean()) {
      throw new NotLeadingException();
    }
    if (store.create(object, signed)) {
      published.run();
      return Written.DONE;
    }
    VerdictReport there = report(cluster, sequence);
    published.run();
    return there != null && there.says(report) && there.apiServer().equals(program.apiServer())
        ? Written.UNCHANGED
        : Written.outdated(
            object + " is there already. Try: check that no other cluster has this name");
  }

  /** One of our own; null when there is none that verifies. */
  private @Nullable VerdictReport report(String cluster, long sequence) throws IOException {
    byte[] object = store.get(VerdictReport.key(cluster, sequence), VerdictReport.MAX_BYTES);
    try {
      return object == null ? null : VerdictReport.read(cluster, key.verifier(), object);
    } catch (InvalidReportException e) {
      return null;
    }
  }
}
