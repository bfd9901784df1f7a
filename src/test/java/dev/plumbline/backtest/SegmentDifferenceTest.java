package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.GroupTotals.Evidence;
import dev.plumbline.backtest.ImageAgeDifference.Lag;
import dev.plumbline.backtest.SegmentDifference.FailedSegment;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The difference of a segment is the same after it was bytes. */
class SegmentDifferenceTest {

  private static final JsonMapper JSON = new JsonMapper();

  /** Names that JSON escapes, or that have what the form is cut at. */
  private static final List<String> NAMES =
      List.of(
          "", "prod", "a/b", "a,b", "\"", "\\", "\n\t", "é", "\u2028", "\ud83d\ude00", "\u0000");

  @Test
  void isReadBackExactly() throws IOException {
    var random = new SplittableRandom(21);
    int groups = 0;
    for (int i = 0; i < 500; i++) {
      SegmentDifference difference = difference(random);

      byte[] bytes = JSON.writeValueAsBytes(difference.json());
      SegmentDifference read = SegmentDifference.of(JSON.readTree(bytes));

      assertThat(read).as("seed 21, %d", i).isEqualTo(difference);
      assertThat(JSON.writeValueAsBytes(read.json())).isEqualTo(bytes);
      SegmentDifference other = difference(random);
      assertThat(read.plus(other)).isEqualTo(difference.plus(other));
      groups += read.groups().size();
    }
    assertThat(groups).isGreaterThan(500);
  }

  @Test
  void nothingOfItMayBeMissing() throws IOException {
    var random = new SplittableRandom(3);
    SegmentDifference difference = difference(random);
    while (difference.groups().isEmpty()
        || difference.failed().isEmpty()
        || difference.images().isEmpty()
        || difference.groups().values().stream().anyMatch(each -> each.evidence().isEmpty())) {
      difference = difference(random);
    }
    JsonNode whole = difference.json();
    int removed = 0;
    for (String at :
        List.of("", "/differences/0", "/differences/0/evidence/0", "/images/0", "/failed/0")) {
      var names = new ArrayList<String>();
      whole.at(at).fieldNames().forEachRemaining(names::add);
      // These follow from the sums.
      names.removeAll(List.of("daysOlder", "daysOlderByNode", "daysBehind", "daysAhead"));
      for (String name : names) {
        JsonNode part = whole.deepCopy();
        ((ObjectNode) part.at(at)).remove(name);

        assertThatIllegalArgumentException()
            .as("%s without %s", at, name)
            .isThrownBy(() -> SegmentDifference.of(part));
        removed++;
      }
    }
    assertThat(removed).isEqualTo(9 + 15 + 5 + 14 + 2);
  }

  private static SegmentDifference difference(SplittableRandom random) {
    var groups = new TreeMap<DifferenceGroup, GroupTotals>();
    for (int i = random.nextInt(5); i > 0; i--) {
      groups.put(group(random), totals(random));
    }
    var deviating = new TreeSet<String>();
    var failed = new TreeSet<FailedSegment>();
    for (int i = random.nextInt(3); i > 0; i--) {
      deviating.add(name(random));
      failed.add(new FailedSegment(name(random), name(random)));
    }
    return new SegmentDifference(
        number(random),
        number(random),
        number(random),
        number(random),
        number(random),
        groups,
        images(random),
        deviating,
        failed);
  }

  private static TreeMap<ClusterNodeClass, ImageAgeDifference> images(SplittableRandom random) {
    var images = new TreeMap<ClusterNodeClass, ImageAgeDifference>();
    for (int i = random.nextInt(3); i > 0; i--) {
      boolean known = random.nextBoolean();
      long one = random.nextLong();
      long other = random.nextLong();
      images.put(
          new ClusterNodeClass(name(random), name(random)),
          new ImageAgeDifference(
              number(random),
              number(random),
              number(random),
              BigInteger.valueOf(one).multiply(BigInteger.valueOf(other)),
              number(random),
              BigInteger.valueOf(other).multiply(BigInteger.valueOf(random.nextLong())),
              known ? Math.max(one, other) : null,
              known ? Math.min(one, other) : null,
              new Lag(number(random), number(random), number(random), number(random))));
    }
    return images;
  }

  private static DifferenceGroup group(SplittableRandom random) {
    DifferenceGroup.Kind[] kinds = DifferenceGroup.Kind.values();
    DifferenceGroup.Change[] changes = DifferenceGroup.Change.values();
    return new DifferenceGroup(
        name(random),
        kinds[random.nextInt(kinds.length)],
        name(random),
        changes[random.nextInt(changes.length)],
        name(random),
        name(random),
        name(random),
        name(random));
  }

  private static GroupTotals totals(SplittableRandom random) {
    var evidence = new ArrayList<Evidence>();
    for (int i = random.nextInt(GroupTotals.MAX_EVIDENCE + 1); i > 0; i--) {
      evidence.add(
          new Evidence(
              instant(random),
              name(random),
              number(random),
              name(random),
              name(random),
              name(random)));
    }
    evidence.sort(Evidence.ORDER);
    return new GroupTotals(
        number(random),
        number(random),
        number(random),
        number(random),
        instant(random),
        instant(random),
        evidence);
  }

  private static String name(SplittableRandom random) {
    return NAMES.get(random.nextInt(NAMES.size())) + NAMES.get(random.nextInt(NAMES.size()));
  }

  /** Also beyond what a double holds exactly. Half of them, so that two can be added. */
  private static long number(SplittableRandom random) {
    return random.nextLong(Long.MAX_VALUE) >>> (1 + random.nextInt(63));
  }

  /** To the second, the millisecond or the nanosecond. */
  private static Instant instant(SplittableRandom random) {
    return Instant.ofEpochSecond(
        random.nextLong(4_000_000_000L),
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> random.nextInt(1000) * 1_000_000L;
          default -> random.nextInt(1_000_000_000);
        });
  }
}
