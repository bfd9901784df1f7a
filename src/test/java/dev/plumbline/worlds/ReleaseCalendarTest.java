package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.ReleaseConclusions;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.ReleaseCalendar;
import dev.plumbline.source.ReleaseCalendar.Release;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node class with an alias on every day of the recorded calendar: it is resolved to the newest
 * release that is old enough and nothing is known against, and never loses it.
 */
@Tag("long")
class ReleaseCalendarTest {

  private static final String KUBERNETES = "1.33";
  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final List<Release> CALENDAR =
      ReleaseCalendar.of(String.valueOf(FILES.text("image-releases.yaml")));

  @ParameterizedTest
  @CsvSource({
    "al2023, 7, 570, 58",
    "al2023, 0, 570, 58",
    "al2023, 30, 540, 58",
    "bottlerocket, 7, 670, 33",
    "bottlerocket, 0, 670, 33"
  })
  void staysResolvedToTheNewestReleaseThatIsOldEnough(
      String family, int days, int atLeast, int recorded) {
    // Given
    List<Release> releases =
        CALENDAR.stream().filter(each -> each.family().equals(family)).sorted(byOrder()).toList();
    LocalDate first = released(releases.getFirst());
    LocalDate last = released(releases.getLast()).plusDays(14);
    int resolved = 0;
    try (var session = SettledWorld.RULES.newSession()) {
      nodeClass(family, days).forEach(session::put);
      for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
        // When
        publish(session, releases, day);
        var settlement = session.settle();
        // Then
        Release wanted = wanted(releases, day, days);
        String pinned = wanted == null ? null : family + "@" + wanted.version();
        assertThat(settlement.of(AmiPin.class))
            .as(family + " on " + day)
            .extracting(AmiPin::alias)
            .isEqualTo(pinned == null ? List.of() : List.of(pinned));
        if (wanted != null) {
          assertThat(settlement.of(AmiResolved.class))
              .as(family + " on " + day)
              .allMatch(it -> it.ami().endsWith(wanted.version()))
              .hasSize((int) paths().stream().filter(it -> path(it, family)).count());
          resolved++;
        } else {
          assertThat(resolved).as("lost on " + day).isZero();
        }
      }
    }
    assertThat(releases).hasSize(recorded);
    assertThat(resolved).isGreaterThan(atLeast);
  }

  private static List<AliasPath> paths() {
    return RandomWorld.POLICY.stream()
        .filter(AliasPath.class::isInstance)
        .map(AliasPath.class::cast)
        .toList();
  }

  private static boolean path(AliasPath it, String family) {
    return it.family().equals(family) && it.variant().equals("standard");
  }

  private static Comparator<Release> byOrder() {
    return Comparator.comparing(each -> ReleaseConclusions.order(each.version()));
  }

  private static LocalDate released(Release release) {
    return Objects.requireNonNullElseGet(release.published(), () -> built(release));
  }

  /** EKS names its images by the day on which they were built. */
  private static LocalDate built(Release release) {
    String version = release.version();
    return version.startsWith("v")
        ? LocalDate.parse(
            version.substring(1, 5) + "-" + version.substring(5, 7) + "-" + version.substring(7))
        : Objects.requireNonNull(release.published()).minusDays(2);
  }

  private static boolean pointed(Release release, LocalDate day) {
    return !"abandoned".equals(release.problem())
        && !released(release).isAfter(day)
        && (release.until() == null || day.isBefore(release.until()));
  }

  private static @Nullable Release wanted(List<Release> releases, LocalDate day, int days) {
    return releases.stream()
        .filter(each -> each.problem() == null && pointed(each, day))
        .filter(each -> !built(each).plusDays(days).isAfter(day))
        .max(byOrder())
        .orElse(null);
  }

  private static void publish(RuleSession session, List<Release> releases, LocalDate day) {
    session.put(new EvaluationTime(instant(day)));
    for (AliasPath path : paths()) {
      for (Release each : releases) {
        if (path(path, each.family())) {
          String ami = "ami-" + path.architecture() + "-" + gpu(path) + each.version();
          if (!built(each).isAfter(day)) {
            session.put(image(ami, path, each));
            session.put(new SsmParameter(path.parameter(KUBERNETES, each.version()), ami));
          }
        }
      }
      releases.stream()
          .filter(each -> path(path, each.family()) && pointed(each, day))
          .max(byOrder())
          .ifPresent(
              each ->
                  session.put(
                      new SsmParameter(
                          path.parameter(KUBERNETES, "latest"),
                          "ami-" + path.architecture() + "-" + gpu(path) + each.version())));
    }
  }

  /** What one path of SSM names is one image, whatever hardware it serves. */
  private static String gpu(AliasPath path) {
    String found = path.parameter("", "");
    return found.contains("nvidia") ? "nvidia-" : found.contains("neuron") ? "neuron-" : "";
  }

  private static Instant instant(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Ami image(String id, AliasPath path, Release release) {
    String name =
        String.valueOf(path.image())
            .replace("{kubernetes}", KUBERNETES)
            .replace("{release}", release.version())
            .replace("-*", "-0a1b2c3d");
    return new Ami(
        id,
        name,
        "available",
        null,
        path.architecture().equals("arm64") ? "arm64" : "x86_64",
        "602401143452",
        "amazon",
        instant(built(release)),
        null,
        Tags.NONE,
        "hvm",
        "ebs",
        "/dev/xvda",
        2,
        true,
        null,
        null,
        null);
  }

  private static List<Fact> nodeClass(String family, int days) {
    var facts = new ArrayList<Fact>(RandomWorld.POLICY);
    facts.addAll(PolicyData.read(FILES.all()).parameters());
    if (days > 0) {
      facts.add(new Parameter("ami.minimumAge", "", days + "d"));
    }
    facts.add(new ClusterVersion(KUBERNETES, 33));
    facts.add(new Account("123456789012"));
    facts.add(
        new EC2NodeClass(
            "default",
            null,
            Tags.NONE,
            Tags.NONE,
            false,
            null,
            Values.NONE,
            Values.NONE,
            Values.NONE,
            null));
    facts.add(
        new AmiSelectorTerm("default", 0, family + "@latest", null, null, null, null, Tags.NONE));
    return facts;
  }
}
