package dev.plumbline.cli.audit;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.BacktestEvidenceCheck;
import dev.plumbline.backtest.BacktestEvidenceCheck.Checked;
import dev.plumbline.backtest.BacktestEvidenceCheck.ProvedLog;
import dev.plumbline.bundle.BundleKeys;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the evidence of a backtest holds.
 *
 * @param checked null when it does not
 * @param fault what does not hold; null when all does
 */
record EvidenceVerdict(EvidencePlace file, @Nullable Checked checked, @Nullable String fault) {

  private static final List<String> MEANING =
      List.of(
          "proved: who has the private key of the given public key signed this result and these"
              + " rules",
          "proved: each entry is in the log of a checkpoint that the key of that log signed",
          "not proved: that these are the keys of the clusters. Try: compare them with what"
              + " plumbline audit checkpoint --key printed there",
          "not proved: that the result follows from the logs. Try: plumbline backtest on them");

  static EvidenceVerdict of(EvidencePlace file, Path publicKey) {
    var key = BundleKeys.read(publicKey);
    try {
      return new EvidenceVerdict(file, BacktestEvidenceCheck.check(file.read(), key), null);
    } catch (InvalidBundleException e) {
      return new EvidenceVerdict(file, null, e.getMessage());
    }
  }

  boolean valid() {
    return checked != null;
  }

  void table(PrintWriter out) {
    if (checked == null) {
      out.println("not valid: " + file + ": " + Printable.of(String.valueOf(fault)));
      return;
    }
    out.println(
        "valid: evidence of a backtest, %s of %s%s"
            .formatted(
                TextFormat.count(checked.entries(), "entry"),
                TextFormat.count(checked.logs().size(), "log"),
                checked.manifest().leftOut() == 0
                    ? ""
                    : ", " + checked.manifest().leftOut() + " left out"));
    out.println("  result  " + text("verdict"));
    out.println("  rules   " + text("rules") + " " + checked.manifest().rules());
    for (ProvedLog log : checked.logs()) {
      out.println(
          "  log     %s, %s"
              .formatted(
                  Printable.of(log.key().note()), TextFormat.count(log.head().size(), "entry")));
    }
    MEANING.forEach(line -> out.println("  " + line));
  }

  private String text(String field) {
    return checked == null ? "" : Printable.of(checked.result().path(field).asText());
  }

  String json() throws IOException {
    var mapper = new JsonMapper();
    ObjectNode json = mapper.createObjectNode().put("valid", valid());
    if (checked == null) {
      json.putObject("fault").put("file", file.toString()).put("what", fault);
    } else {
      json.put("entries", checked.entries()).put("leftOut", checked.manifest().leftOut());
      json.put("verdict", checked.result().path("verdict").asText());
      json.put("rules", checked.manifest().rules());
      ArrayNode logs = json.putArray("logs");
      for (ProvedLog log : checked.logs()) {
        logs.addObject()
            .put("origin", log.head().origin())
            .put("size", log.head().size())
            .put("root", log.head().root())
            .put("key", log.key().note());
      }
      MEANING.forEach(json.putArray("meaning")::add);
    }
    return mapper.writeValueAsString(json);
  }
}
