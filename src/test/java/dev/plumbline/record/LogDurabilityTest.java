package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What goes with a pod, by the mounts that its container has. */
class LogDurabilityTest {

  private static final Path FOLDER = Path.of("/var/lib/plumbline-audit");

  private static final String CONTAINER =
      "521 411 0:210 / / rw,relatime master:190 - overlay overlay rw,lowerdir=/x,upperdir=/y";

  private static @Nullable String lost(String... mounts) {
    return LogDurability.lostWith(FOLDER, List.of(mounts));
  }

  @Test
  void anEmptyDirGoesWithThePod() {
    assertThat(
            lost(
                CONTAINER,
                "530 521 259:1 /var/lib/kubelet/pods/5c1e/volumes/kubernetes.io~empty-dir/audit"
                    + " /var/lib/plumbline-audit rw,noatime - xfs /dev/nvme0n1p1 rw"))
        .isEqualTo("/var/lib/plumbline-audit is an emptyDir");
    assertThat(
            lost(CONTAINER, "530 521 0:92 / /var/lib/plumbline-audit rw - tmpfs tmpfs rw,size=1g"))
        .isEqualTo("/var/lib/plumbline-audit is in memory (tmpfs)");
  }

  @Test
  void soDoesTheContainerItself() {
    assertThat(lost(CONTAINER)).isEqualTo("/var/lib/plumbline-audit is in the container itself");
    assertThat(lost(CONTAINER, "9 521 259:3 / /var/lib/plumbline rw - ext4 /dev/nvme1n1 rw"))
        .as("a volume of a name that begins alike")
        .isEqualTo("/var/lib/plumbline-audit is in the container itself");
  }

  @Test
  void aVolumeOfItsOwnStays() {
    assertThat(
            lost(CONTAINER, "530 521 259:4 / /var/lib/plumbline-audit rw - ext4 /dev/nvme1n1 rw"))
        .isNull();
    assertThat(
            lost(
                CONTAINER,
                "530 521 0:54 /audit /var/lib rw - nfs4 fs-1.efs.eu-west-1.amazonaws.com:/ rw"))
        .isNull();
    assertThat(lost("no mount")).isNull();
  }
}
