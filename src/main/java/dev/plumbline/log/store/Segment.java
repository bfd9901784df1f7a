package dev.plumbline.log.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A stretch of a log in files of its own: its lines, their leaf hashes, the checkpoints signed in
 * it, and the edge of the tree before it.
 */
public record Segment(long first) {

  public static final String FOLDER = "segments";
  static final String UNFINISHED = ".unfinished";
  private static final String TREE = ".tree";

  private String name(String ending) {
    return String.format(Locale.ROOT, "%s/%020d%s", FOLDER, first, ending);
  }

  public String lines() {
    return name(".jsonl");
  }

  /** Its lines once it is closed. */
  public String packedLines() {
    return name(".jsonl.gz");
  }

  /** The leaf hashes of its entries, 32 bytes each. */
  public String leaves() {
    return name(".leaves");
  }

  /** The checkpoints of its sizes, one after the other; once it is closed the last one alone. */
  public String checkpoints() {
    return name(".checkpoints");
  }

  /** The tree before its first entry: {@link TreeFile}. */
  public String tree() {
    return name(TREE);
  }

  public static List<Segment> all(LogFiles files) throws IOException {
    var segments = new ArrayList<Segment>();
    for (String name : files.names(FOLDER)) {
      String file = name.substring(FOLDER.length() + 1);
      if (file.length() == 20 + TREE.length() && file.endsWith(TREE) && digits(file)) {
        segments.add(new Segment(Long.parseLong(file.substring(0, 20))));
      }
    }
    segments.sort((a, b) -> Long.compare(a.first(), b.first()));
    return segments;
  }

  private static boolean digits(String file) {
    return file.chars().limit(20).allMatch(c -> c >= '0' && c <= '9') && file.charAt(0) == '0';
  }
}
