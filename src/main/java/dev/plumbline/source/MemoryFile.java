package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import java.nio.file.Path;
import java.util.List;

/** A file of what was learned: {@code learnedCapacity} and such, as in {@code snapshot.yaml}. */
public final class MemoryFile {

  private static final List<String> KNOWN =
      List.of("learnedCapacity", "unavailableOfferings", "pastLaunches");

  private MemoryFile() {}

  /**
   * What it holds.
   *
   * @throws InvalidPolicyDataException when it cannot be used
   */
  public static List<Fact> read(Path file) {
    Cursor root = Cursor.of(Origin.policyData(file.toString()), PolicyFile.read(file));
    root.allow(KNOWN);
    var facts = new FactSet();
    SnapshotMemory.read(root, facts);
    return facts.list();
  }
}
