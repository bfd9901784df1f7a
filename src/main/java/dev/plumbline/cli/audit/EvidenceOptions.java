package dev.plumbline.cli.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.BacktestEvidence;
import dev.plumbline.backtest.LogSegment;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.KeyFiles;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.StoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options {@code --evidence} and {@code --key} of a backtest. */
final class EvidenceOptions {

  @Option(
      names = "--evidence",
      paramLabel = "FILE",
      description =
          "Write the result, the rules and the proved entries to this archive,\na file or"
              + " s3://bucket/key.")
  private @Nullable String file;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The Ed25519 private key (PEM) that signs the evidence.")
  private @Nullable Path key;

  /** Where evidence is written to, before there is any. */
  record Target(EvidencePlace place, SigningKey key, Map<String, StoredLog> logs) {

    /** Writes it; what cannot be written or proved is invalid input. */
    void write(ObjectNode result, BacktestReport report, PrintWriter err) {
      try {
        BacktestEvidence.Packed packed =
            BacktestEvidence.pack(result, report.files(), logs, key, BuildInfo.current().version());
        place.write(packed.bytes(), err);
        err.println(
            "plumbline: %s: %s of %s%s"
                .formatted(
                    place,
                    TextFormat.count(packed.entries(), "entry"),
                    TextFormat.count(packed.logs(), "log"),
                    packed.leftOut() == 0 ? "" : ", " + packed.leftOut() + " left out"));
        err.flush();
      } catch (InvalidLogException e) {
        throw new InvalidInputException(e);
      } catch (IOException e) {
        throw Errors.badInput(String.valueOf(e.getMessage()));
      }
    }
  }

  /** Null where no evidence is wanted. What keeps it from being written is invalid input. */
  @Nullable Target target(List<LogFiles> logs, CommandLine command) {
    if (file == null && key == null) {
      return null;
    }
    if (file == null || key == null) {
      throw new ParameterException(
          command,
          file == null
              ? "--key signs the file of --evidence, which is missing. Try: --evidence FILE.tgz."
              : "--evidence without the key that signs it. Try: --key FILE, as plumbline audit key"
                  + " writes it.");
    }
    EvidencePlace place = EvidencePlace.of(file);
    place.check();
    SigningKey signer = KeyFiles.signer(BacktestEvidence.SIGNER, key);
    var byCluster = new TreeMap<String, StoredLog>();
    for (LogFiles each : logs) {
      String name = LogSegment.cluster(AuditOptions.origin(each));
      StoredLog other = byCluster.putIfAbsent(name, new StoredLog(each));
      if (other != null && !name.isEmpty()) {
        throw Errors.badInput(
            "%s and %s are both logs of %s: evidence cannot tell their entries apart. Try: one at a"
                    .formatted(other.files().place(), each.place(), name)
                + " time.");
      }
    }
    return new Target(place, signer, byCluster);
  }
}
