package dev.plumbline.bench;

import dev.plumbline.QuietEngine;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The benches: {@code peers}, which takes libraries of the profile {@code bench} alone, and those
 * of {@link Bench}.
 */
public final class BenchMain {

  private BenchMain() {}

  public static void main(String[] args) throws IOException {
    String extent = args.length > 1 ? args[1] : "both";
    if (extent.equals("peers")) {
      QuietEngine.quiet();
      PeerTimes.measure(Path.of(args[0]), RuleFiles.shipped());
    } else {
      Bench.main(args);
    }
  }
}
