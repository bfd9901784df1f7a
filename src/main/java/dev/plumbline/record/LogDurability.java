package dev.plumbline.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether what is written to a folder outlives the pod, by the mounts that the kernel lists. */
final class LogDurability {

  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final String EMPTY_DIR = "/kubernetes.io~empty-dir/";
  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> CONTAINER = Set.of("overlay", "aufs", "fuse-overlayfs");
  private static final int ROOT = 3;
  private static final int POINT = 4;

  private LogDurability() {}

  /** Why a folder goes with the pod; null when it does not, or outside of a pod. */
  static @Nullable String lostWithPod(Path folder) {
    if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
      return null;
    }
    try {
      return lostWith(folder.toAbsolutePath().normalize(), Files.readAllLines(MOUNTS));
    } catch (IOException e) {
      return null; // another kernel: nothing is known
    }
  }

  /**
   * Why a folder goes with the pod.
   *
   * @param mounts the lines of {@code /proc/self/mountinfo} (proc_pid_mountinfo(5)); the root of an
   *     emptyDir on a disk is its folder below that of the kubelet
   */
  static @Nullable String lostWith(Path folder, List<String> mounts) {
    String[] found = null;
    Path at = null;
    for (String mount : mounts) {
      String[] fields = mount.split(" ", -1);
      Path point = fields.length > POINT ? Path.of(fields[POINT].replace("\\040", " ")) : folder;
      if (fields.length > POINT
          && folder.startsWith(point)
          && (at == null || point.getNameCount() >= at.getNameCount())) {
        found = fields;
        at = point;
      }
    }
    if (found == null) {
      return null;
    }
    int end = List.of(found).indexOf("-");
    String type = end < 0 || end + 1 >= found.length ? "" : found[end + 1];
    if (found[ROOT].contains(EMPTY_DIR)) {
      return at + " is an emptyDir";
    }
    if (MEMORY.contains(type)) {
      return at + " is in memory (" + type + ")";
    }
    return CONTAINER.contains(type) ? folder + " is in the container itself" : null;
  }
}
