package dev.plumbline.loop;

import dev.plumbline.source.PolicyData;
import dev.plumbline.source.Snapshot;
import dev.plumbline.source.SnapshotFolder;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@FunctionalInterface
public interface SnapshotReader {

  SnapshotReader FOLDERS =
      (path, policy, at) -> {
        Snapshot read = SnapshotFolder.read(Path.of(path), policy, at);
        return new Snapshot(path, read.at(), read.region(), read.facts(), read.objects());
      };

  SnapshotReader EXAMPLES = SnapshotFolder::embedded;

  /**
   * Reads one snapshot.
   *
   * @param path as given; kept unchanged in the snapshot
   * @param at the evaluation time; null for the one that the snapshot sets
   * @throws dev.plumbline.source.InvalidSourceException when it cannot be used
   */
  Snapshot read(String path, PolicyData policy, @Nullable Instant at);
}
