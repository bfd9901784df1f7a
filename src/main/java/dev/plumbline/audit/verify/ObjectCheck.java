package dev.plumbline.audit.verify;

import dev.plumbline.audit.Entry;
import dev.plumbline.audit.store.LogFiles;
import dev.plumbline.audit.store.StoredObjects;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the content that entries name is there and what its digest says. */
final class ObjectCheck {

  private final LogFiles files;
  private final Set<String> seen = new HashSet<>();

  ObjectCheck(LogFiles files) {
    this.files = files;
  }

  /** What is wrong with what an entry names; null when nothing is. */
  @Nullable Fault check(Entry entry) throws IOException {
    Fault fault = null;
    for (String digest : References.of(entry.body())) {
      if (fault == null && seen.add(digest)) {
        String what = what(digest);
        if (what != null) {
          fault =
              new Fault(entry.sequence(), entry.sequence(), StoredObjects.file(digest), 0, what);
        }
      }
    }
    return fault;
  }

  /** Checks what no entry names, which a crash can leave, and tells how much there is. */
  long rest(List<Fault> faults) throws IOException {
    long count = 0;
    for (String name : files.names(StoredObjects.FOLDER)) {
      if (name.endsWith(".unfinished")) {
        continue;
      }
      count++;
      String digest = StoredObjects.ofFile(name);
      String what =
          digest == null ? "it has no name of ours" : seen.add(digest) ? what(digest) : null;
      if (what != null) {
        faults.add(Fault.ofFile(name, what));
      }
    }
    return count;
  }

  private @Nullable String what(String digest) throws IOException {
    try {
      return StoredObjects.read(files, digest) == null ? "the content it names is missing" : null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
