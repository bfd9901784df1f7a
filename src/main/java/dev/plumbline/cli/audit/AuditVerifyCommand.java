package dev.plumbline.cli.audit;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.WitnessKey;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verdict.Fault;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit verify}: whether the log is what it was. */
@Command(
    name = "verify",
    description = {
      "Check every entry, hash, signature and object of the log.",
      "Prints the first one that is invalid."
    },
    exitCodeList = {"0:valid", "1:not valid, or an internal error"},
    footer = {
      "  plumbline audit verify",
      "      checks that the log is consistent in itself",
      "  plumbline audit verify --checkpoint 2026-11-20.checkpoint --public-key plumbline.vkey",
      "      checks it against a checkpoint and a key that were stored elsewhere",
      "  plumbline audit verify --evidence e.tgz --public-key backtest.pub",
      "      checks what plumbline backtest --evidence wrote: it needs no log",
      "  plumbline audit verify --first 1200000",
      "      checks a copy whose earlier entries were removed, or have expired, on purpose"
    })
public final class AuditVerifyCommand extends Verb {

  private static final JsonMapper JSON = new JsonMapper();

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions of;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "An earlier checkpoint that was kept elsewhere.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--public-key",
      paramLabel = "FILE",
      description = "The key it must be signed with: PEM or NAME+hash+base64.")
  private @Nullable Path publicKey;

  @Option(
      names = "--witness",
      paramLabel = "KEY",
      description =
          "The verifier key of a witness, NAME+hash+base64, or a file with it: it must have"
              + " cosigned the checkpoint given, or the newest one that is kept with the log.")
  private @Nullable String witness;

  @Option(
      names = "--first",
      paramLabel = "SEQ",
      description =
          "The first entry that must be there (default: 0, or the one from which on the writer has"
              + " signed that this folder is kept).")
  private @Nullable Long first;

  @Option(
      names = "--evidence",
      paramLabel = "FILE",
      description =
          "The evidence of a backtest, a file or s3://bucket/key, checked in place of a log: who"
              + " signed it, every file, and that its entries are in the logs of signed"
              + " checkpoints.")
  private @Nullable String evidence;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Override
  public Integer call() throws IOException {
    boolean json = output.json(command());
    if (first != null && first < 0) {
      throw invalid("--first " + first + " is no entry. Try: 0 for the whole log.");
    }
    if (evidence != null) {
      return evidence(EvidencePlace.of(evidence), json);
    }
    LogFiles files = of.files();
    WitnessKey third = witness == null ? null : witness(witness);
    Checkpoint earlier =
        checkpoint != null
            ? checkpoint(checkpoint)
            : third == null ? null : witnessed(third, files);
    Instant cosigned = third == null || earlier == null ? null : third.cosigned(earlier);
    VerifierKey key = publicKey == null ? null : key(publicKey, files, earlier);
    Verdict verdict;
    try {
      var verification = new Verification(files, key, earlier);
      if (third != null) {
        verification.witnessedBy(third);
      }
      verdict = (first == null ? verification : verification.from(first)).run();
    } catch (InvalidLogException e) {
      throw new InvalidInputException(e);
    }
    PrintWriter out = out();
    List<String> meaning = verdict.valid() ? meaning(files, third, cosigned) : List.of();
    if (json) {
      out.println(json(verdict, meaning));
    } else {
      table(verdict, earlier, out);
      meaning.forEach(line -> out.println("  " + line));
    }
    return verdict.valid() ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private int evidence(EvidencePlace file, boolean json) throws IOException {
    if (publicKey == null) {
      throw invalid("--evidence without the key that must have signed it. Try: --public-key FILE.");
    }
    if (of.isGiven() || checkpoint != null || witness != null || first != null) {
      throw invalid(
          "--evidence needs no log, and --log, --checkpoint, --witness and --first are for one. Try:"
              + " without them.");
    }
    EvidenceVerdict verdict = EvidenceVerdict.of(file, publicKey);
    if (json) {
      data().println(verdict.json());
    } else {
      verdict.table(out());
    }
    return verdict.valid() ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  /** What a log that holds proves, and what it does not, with what was given to compare it with. */
  private List<String> meaning(
      LogFiles files, @Nullable WitnessKey third, @Nullable Instant cosigned) throws IOException {
    var lines = new ArrayList<String>();
    boolean whole = publicKey != null && (checkpoint != null || third != null);
    lines.add(
        publicKey == null
            ? "proved: the files agree with each other and with public-key.pem beside them"
            : "proved: who has the private key of the given public key signed these entries");
    if (checkpoint != null) {
      lines.add(
          "proved: no entry of the given checkpoint was altered, removed or added, by whomever");
    }
    if (third != null) {
      lines.add(
          "proved: %s cosigned the checkpoint at %s, and nothing below it was altered, removed or"
                  .formatted(third.name(), cosigned)
              + " added since, by whomever");
    }
    if (publicKey == null && checkpoint == null && third == null) {
      lines.add(
          "not proved: that this is the log that was written. "
              + (files.bytes("key.pem") == null
                  ? "Whoever replaced public-key.pem could have signed another one"
                  : "The private key is beside it (key.pem): whoever can write this folder can"
                      + " sign another one"));
    } else {
      lines.add(
          "not proved: "
              + (checkpoint == null && third == null
                  ? "that who has the private key signed no other log"
                  : "that what follows the checkpoint was not replaced by who has the private"
                      + " key"));
    }
    lines.add("not proved: that no later entry was cut off, and that what was received was true");
    if (!whole) {
      lines.add(
          "Try: "
              + (checkpoint == null && third == null ? "--checkpoint " : "")
              + (publicKey == null ? "--public-key " : "")
              + "with what plumbline audit checkpoint wrote earlier and was kept elsewhere");
    }
    return lines;
  }

  private static Checkpoint checkpoint(Path file) {
    try {
      return Checkpoint.read(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw Errors.badInput(file + ": it cannot be read: " + e);
    }
  }

  private static WitnessKey witness(String given) {
    try {
      Path file = Path.of(given);
      return WitnessKey.read(Files.isRegularFile(file) ? Files.readString(file) : given);
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(
          "--witness: "
              + given
              + ": "
              + e.getMessage()
              + ". Try: the key that the witness publishes, or the path of a file with it.");
    } catch (IOException e) {
      throw Errors.badInput("--witness " + given + ": it cannot be read: " + e);
    }
  }

  private static @Nullable Checkpoint witnessed(WitnessKey key, LogFiles files) throws IOException {
    byte[] note = files.bytes(key.file());
    try {
      return note == null ? null : Checkpoint.read(new String(note, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(key.file() + ": " + e.getMessage());
    }
  }

  private static VerifierKey key(Path file, LogFiles files, @Nullable Checkpoint earlier) {
    try {
      String origin = earlier != null ? earlier.head().origin() : AuditOptions.origin(files);
      return VerifierKey.read(origin, Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw Errors.badInput(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw Errors.badInput(file + ": it cannot be read: " + e);
    }
  }

  private static void table(Verdict verdict, @Nullable Checkpoint earlier, PrintWriter out) {
    LogHead head = verdict.head();
    Fault fault = verdict.fault();
    if (fault != null) {
      out.println("not valid: " + fault.place() + ": " + fault.what());
    } else if (head != null) {
      out.println(
          "valid: "
              + (verdict.first() == 0
                  ? TextFormat.count(head.size(), "entry")
                  : "entries " + verdict.first() + " to " + (head.size() - 1))
              + ", "
              + TextFormat.count(verdict.objects(), "object"));
      out.println("  origin  " + head.origin());
      out.println("  root    " + head.root());
      if (earlier != null) {
        out.println(
            "  begins with the "
                + TextFormat.count(earlier.head().size(), "entry")
                + " of the checkpoint given");
      }
    }
    verdict.warnings().forEach(warning -> out.println("warning: " + warning));
  }

  private static String json(Verdict verdict, List<String> meaning) throws IOException {
    ObjectNode json = JSON.createObjectNode().put("valid", verdict.valid());
    LogHead head = verdict.head();
    if (head != null) {
      json.put("origin", head.origin()).put("size", head.size()).put("root", head.root());
    }
    json.put("first", verdict.first()).put("objects", verdict.objects());
    verdict.warnings().forEach(json.putArray("warnings")::add);
    meaning.forEach(json.withArray("meaning")::add);
    Fault fault = verdict.fault();
    if (fault != null) {
      ObjectNode node = json.putObject("fault");
      if (fault.ofEntries()) {
        node.put("from", fault.from()).put("to", fault.to());
      }
      node.put("file", fault.file());
      if (fault.line() > 0) {
        node.put("line", fault.line());
      }
      node.put("what", fault.what());
    }
    return JSON.writeValueAsString(json);
  }
}
