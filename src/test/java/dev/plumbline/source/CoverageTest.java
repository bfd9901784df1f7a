package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoverageTest {

  @TempDir Path folder;

  @Test
  void aListingCoversThePathThatItsNamesHaveInCommon() {
    assertThat(
            ssm(
                "{'Parameters': [{'Name': '/aws/service/eks/optimized-ami/1.33/al2/x', 'Value':"
                    + " 'a'},{'Name': '/aws/service/eks/optimized-ami/1.33/al2023/x', 'Value':"
                    + " 'b'}]}"))
        .isEqualTo(Values.of("/aws/service/eks/optimized-ami/1.33/*"));
  }

  @Test
  void listingsOfSeveralServicesAndNamesCoverNothingElse() {
    assertThat(ssm("{'/aws/service/eks/x': 'a', '/aws/service/bottlerocket/y': 'b'}"))
        .isEqualTo(Values.NONE);
    assertThat(
            ssm("{'Parameters': [{'Name': '/golden/x', 'Value': 'a'}], 'InvalidParameters': []}"))
        .isEqualTo(Values.NONE);
  }

  @Test
  void imagesCoverOwnersAndWhatTheirFileIsNamedAfter() {
    write(
        Map.of(
            "images.json",
            "{'Images': [{'ImageId': 'ami-1', 'State': 'available', 'Architecture': 'x86_64',"
                + "'OwnerId': '210987654321'}]}",
            "images-ami-2.json",
            "{'Images': []}"));
    assertThat(coverages())
        .containsExactly(
            new SnapshotCoverage(
                "images",
                Values.of("of self", "of amazon", "of 210987654321", "id ami-2", "of ami-2")));
  }

  @Test
  void kindsThatNothingShowsAreNotQueried() {
    String pool =
        "{'apiVersion': 'karpenter.sh/v1', 'kind': 'NodePool', 'metadata': {'name': 'p'}, 'spec':"
            + " {'template': {'spec': {'nodeClassRef': {'name': 'c'}, 'requirements': []}}}}";
    String none = "{'apiVersion': 'v1', 'kind': 'List', 'items': []}";
    write(Map.of("cluster/karpenter.json", pool));
    assertThat(unqueried())
        .containsExactly(
            "cluster-events",
            "daemon-sets",
            "ec2-node-classes",
            "node-claims",
            "node-overlays",
            "nodes",
            "pods");

    write(Map.of("cluster/pods.json", none, "cluster/node-claims,nodes.json", none));
    assertThat(unqueried())
        .containsExactly("cluster-events", "daemon-sets", "ec2-node-classes", "node-overlays");

    write(Map.of("snapshot.yaml", "sources: { daemon-sets: synced, node-overlays: absent }"));
    assertThat(unqueried()).containsExactly("cluster-events", "ec2-node-classes");

    write(Map.of("snapshot.yaml", "sources: { cluster: synced }"));
    assertThat(unqueried()).isEmpty();
  }

  private List<String> unqueried() {
    return facts(SourceStatus.class).stream()
        .filter(status -> "NotQueried".equals(status.code()))
        .map(SourceStatus::source)
        .sorted()
        .toList();
  }

  @Test
  void aFileOfTypesThatLacksSomeOfTheOtherWasFiltered() {
    String offerings =
        "[{'InstanceType': 'm5.large', 'Location': 'us-east-1a', 'LocationType':"
            + " 'availability-zone'},{'InstanceType': 'c5.large', 'Location': 'us-east-1a',"
            + " 'LocationType': 'availability-zone'}]";
    write(
        Map.of(
            "instance-types.json",
            "[" + type("m5.large") + "]",
            "instance-type-offerings.json",
            offerings,
            "prices.json",
            "{'m5.large': 0.096}"));
    assertThat(coverages())
        .containsExactly(
            new SnapshotCoverage("instance-types", Values.of("m5.large")),
            new SnapshotCoverage("prices", Values.of("m5.large")));

    write(Map.of("instance-types.json", "[" + type("m5.large") + "," + type("c5.large") + "]"));
    assertThat(coverages()).containsExactly(new SnapshotCoverage("prices", Values.of("m5.large")));

    write(
        Map.of(
            "instance-types.json",
            "[" + type("m5.large") + "," + type("c5.large") + "," + type("r5.large") + "]",
            "snapshot.yaml",
            "sources: {prices: synced}"));
    assertThat(coverages())
        .containsExactly(
            new SnapshotCoverage("instance-type-offerings", Values.of("c5.large", "m5.large")));
  }

  private static String type(String name) {
    return "{'InstanceType': '"
        + name
        + "', 'ProcessorInfo': {'SupportedArchitectures': ['x86_64']}, 'SupportedUsageClasses':"
        + " ['on-demand', 'spot'], 'VCpuInfo': {'DefaultVCpus': 2}, 'MemoryInfo': {'SizeInMiB':"
        + " 8192}, 'NetworkInfo': {}, 'Hypervisor': 'nitro', 'BareMetal': false}";
  }

  @Test
  void whatSnapshotYamlSaysHolds() {
    write(
        Map.of(
            "snapshot.yaml",
            "sources: {ssm-parameters: {covers: [/a/*]}, images: {state: synced, queries: [id"
                + " ami-1]}, spot-prices: synced}",
            "ssm-parameters.json",
            "{}",
            "images.json",
            "[]",
            "spot-prices.json",
            "[]"));
    assertThat(coverages())
        .containsExactly(new SnapshotCoverage("ssm-parameters", Values.of("/a/*")));
    assertThat(facts(SourceScope.class))
        .containsExactly(new SourceScope("images", Values.of("id ami-1")));
  }

  @Test
  void whatIsBelowAPathIsCovered() {
    var coverage = new SnapshotCoverage("ssm-parameters", Values.of("/a/*", "/b"));
    assertThat(coverage.lacks("/a/b/c")).isFalse();
    assertThat(coverage.lacks("/b")).isFalse();
    assertThat(coverage.lacks("/b/c")).isTrue();
    assertThat(coverage.lacks("/ab")).isTrue();
  }

  @Test
  void aResponseThatIsCutOffAndOfferingsOfARegionAreRefused() {
    write(Map.of("images.json", "{'Images': [], 'NextToken': 'x'}"));
    assertThatThrownBy(this::coverages).hasMessageContaining("--no-paginate");
    write(
        Map.of(
            "images.json",
            "[]",
            "instance-type-offerings.json",
            "[{'InstanceType': 'm5.large', 'Location': 'us-east-1', 'LocationType': 'region'}]"));
    assertThatThrownBy(this::coverages).hasMessageContaining("--location-type availability-zone");
  }

  private Values ssm(String json) {
    write(Map.of("ssm-parameters.json", json));
    return coverages().getFirst().covers();
  }

  private List<SnapshotCoverage> coverages() {
    return facts(SnapshotCoverage.class);
  }

  private <T> List<T> facts(Class<T> type) {
    return SnapshotFolder.read(folder, Texts.shipped(), null).facts().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private void write(Map<String, String> files) {
    files.forEach((name, text) -> Texts.write(folder, Map.of(name, text.replace('\'', '"'))));
  }
}
