package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.source.InvalidSourceException.InvalidSnapshotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which {@code snapshot.yaml} can be wrong, with the whole line that tells it. */
class InvalidSettingsTest {

  @TempDir Path folder;

  /** One wrong text and what is said of it, after the folder. */
  record Case(String name, String text, String said) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    return List.of(
        new Case(
            "YAML with a tab",
            "sources:\n\timages: synced\n",
            "/snapshot.yaml:2:1: this is not YAML: found character '\\t(TAB)' that cannot start"
                + " any token. Try: check the indentation, spaces only."),
        new Case(
            "a YAML key twice",
            "region: us-east-1\nregion: us-east-2\n",
            "/snapshot.yaml:2:1: the key region is there twice. Try: remove one of the two."),
        new Case(
            "a YAML merge",
            "sources: &s {}\nparameters:\n  <<: *s\n",
            "/snapshot.yaml:3:3: << (merge) is not supported. Try: write the fields out."),
        new Case(
            "unknown field of a learned capacity",
            "learnedCapacity: [{ instanceTyp: m5.large }]\n",
            "/snapshot.yaml: learnedCapacity[0].instanceTyp is not known here. Did you"
                + " mean instanceType?"),
        new Case(
            "learned capacity that is none",
            "learnedCapacity: [{ instanceType: m5.large, ami: ami-1, memory: much, confirmed:"
                + " 2026-01-31T12:00:00Z }]\n",
            "/snapshot.yaml: learnedCapacity[0].memory is \"much\", which is not a quantity."
                + " Try: write it as 640Mi or 2."),
        new Case(
            "two learned capacities that differ",
            "learnedCapacity:\n- { instanceType: m5.large, ami: ami-1, memory: 7Gi, confirmed:"
                + " 2026-01-31T12:00:00Z }\n- { instanceType: m5.large, ami: ami-1, memory: 6Gi,"
                + " confirmed: 2026-01-31T12:00:00Z }\n",
            "/snapshot.yaml: learnedCapacity[1] is a second RememberedCapacity/m5.large/ami-1,"
                + " and it differs from the one at learnedCapacity[0]. Try: remove the older of"
                + " the two."),
        new Case(
            "unknown capacity type",
            "unavailableOfferings: [{ capacityType: sport, instanceType: m5.large, zone: a }]\n",
            "/snapshot.yaml: unavailableOfferings[0].capacityType is \"sport\", not on-demand or"
                + " spot. Did you mean spot?"),
        new Case(
            "offering without a time",
            "unavailableOfferings: [{ capacityType: spot, instanceType: m5.large, zone: a }]\n",
            "/snapshot.yaml: unavailableOfferings[0].since is missing. Try: add it, an entry has"
                + " capacityType, instanceType, zone, reason, since."),
        new Case(
            "a map of past launches",
            "pastLaunches: { general-x: {} }\n",
            "/snapshot.yaml: pastLaunches is {\"general-x\":{}} where a list belongs. Try:"
                + " indent or bracket it one level less."),
        new Case(
            "waiver without an owner",
            "waivers: [{ id: CHG-1, rule: AMI-010, subject: Ami/ami-1, owner: ' ' }]\n",
            "/snapshot.yaml: waivers[0].owner is empty. Try: add it, a waiver has id, rule,"
                + " subject, owner, reason, until."),
        new Case(
            "waiver until a day",
            "waivers: [{ id: CHG-1, rule: AMI-010, subject: a, owner: b, reason: c, until:"
                + " 2026-12-31 }]\n",
            "/snapshot.yaml: waivers[0].until is \"2026-12-31\", which is not a time with a"
                + " zone. Try: write it as 2026-01-31T12:00:00Z."),
        new Case(
            "source that failed less than never",
            "sources: { pods: { state: failed, failures: -1 } }\n",
            "/snapshot.yaml: sources.pods.failures is -1, below zero. Try: leave it out."),
        new Case(
            "unknown key",
            "acountId: 1\n",
            "/snapshot.yaml: acountId is not known here. Did you mean accountId?"),
        new Case(
            "bad time",
            "at: 2026-01-31\n",
            "/snapshot.yaml: at is \"2026-01-31\", which is not a time with a zone. Try: write"
                + " it as 2026-01-31T12:00:00Z."),
        new Case(
            "bad Kubernetes version",
            "kubernetesVersion: latest\n",
            "/snapshot.yaml: kubernetesVersion is \"latest\", which is not a Kubernetes version."
                + " Try: write it as 1.33."),
        new Case(
            "bad account",
            "accountId: 12345\n",
            "/snapshot.yaml: accountId is 12345, which is not an account. Try: check its digits,"
                + " it has twelve."),
        new Case(
            "bad region",
            "region: us-east-1a\n",
            "/snapshot.yaml: region is \"us-east-1a\", which is not a region. Try: write it as"
                + " us-east-1."),
        new Case(
            "unknown source",
            "sources: { image: synced }\n",
            "/snapshot.yaml: sources.image is not known here. Did you mean images?"),
        new Case(
            "unknown state",
            "sources: { images: { state: sync } }\n",
            "/snapshot.yaml: sources.images.state is \"sync\", not one of synced, syncing,"
                + " failed, absent. Did you mean synced?"),
        new Case(
            "state that is bare and unknown",
            "sources: { prices: broken }\n",
            "/snapshot.yaml: sources.prices is \"broken\", not one of synced, syncing, failed,"
                + " absent. Try: one of absent, failed, synced, syncing."),
        new Case(
            "unknown parameter",
            "parameters: { ami.minAge: 7d }\n",
            "/snapshot.yaml: parameters.ami.minAge is not known here. Did you mean"
                + " ami.minimumAge?"),
        new Case(
            "duration that is none",
            "parameters: { ami.minimumAge: 7 dogs }\n",
            "/snapshot.yaml: parameters.ami.minimumAge is \"7 dogs\", not a duration. Try: write"
                + " it as 7d, 36h or 1h30m."),
        new Case(
            "boolean that is none",
            "parameters: { ami.refuseDeprecated: always }\n",
            "/snapshot.yaml: parameters.ami.refuseDeprecated is \"always\", not a boolean. Try:"
                + " write true or false."),
        new Case(
            "one value for a list",
            "parameters: { ami.excludedIds: ami-1 }\n",
            "/snapshot.yaml: parameters.ami.excludedIds is \"ami-1\", not a list of text. Try:"
                + " put it in brackets: [ ]."),
        new Case(
            "a list for a map",
            "parameters: { ami.requiredTags: [verified] }\n",
            "/snapshot.yaml: parameters.ami.requiredTags is [\"verified\"], not a map of text."
                + " Try: write it as { key: value }."),
        new Case(
            "several settings",
            "region: us-east-1\n---\nregion: us-east-1\n",
            "/snapshot.yaml: holds several documents. Try: remove the line ---."));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isToldInOneLine(Case wrong) {
    // Given
    Texts.write(folder, Map.of("snapshot.yaml", wrong.text()));
    // When, Then
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .isInstanceOf(InvalidSnapshotException.class)
        .hasMessage(folder + wrong.said());
  }
}
