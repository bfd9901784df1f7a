package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the shipped rules and the table make of a waiver. */
class WaiversTest {

  @TempDir Path folder;

  private String evaluate(String waivers) throws IOException {
    Files.createDirectories(folder.resolve("cluster"));
    Files.writeString(
        folder.resolve("images.json"),
        """
        {"Images": [{"ImageId": "ami-1", "Name": "golden-1", "State": "available", "Architecture": "x86_64",
          "OwnerId": "123456789012", "RootDeviceType": "ebs", "VirtualizationType": "hvm", "EnaSupport": true}]}
        """);
    Files.writeString(
        folder.resolve("cluster/all.yaml"),
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: { name: golden }
        spec: { amiFamily: AL2023, amiSelectorTerms: [ { name: "golden-*", owner: self } ] }
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: lost }
        spec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: gone } } } }
        """);
    Files.writeString(
        folder.resolve("snapshot.yaml"),
        """
        at: 2026-11-20T09:00:00Z
        accountId: "123456789012"
        kubernetesVersion: "1.33"
        parameters: { ami.excludedIds: [ami-1] }
        waivers:
        """
            + waivers);
    var out = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(new StringWriter(), true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute("evaluate", folder.toString());
    assertThat(exit).isZero();
    return out.toString();
  }

  @Test
  void whatIsWaivedIsUsedAndStillTold() throws IOException {
    String table =
        evaluate(
            """
              - { id: CHG-1, rule: AMI-007, subject: "Ami/ami-1", owner: team-a, reason: being moved, until: 2026-11-22T10:00:00Z }
              - { id: CHG-2, rule: POOL-010, subject: "NodePool/*", owner: team-b, reason: to come, until: 2026-12-20T00:00:00Z }
            """);

    assertThat(table)
        .contains(
            """
            Waivers
              CHG-1  AMI-007 of Ami/ami-1  until 2026-11-22T10:00:00Z (in 2d1h)
                team-a: being moved
                lifts it of  EC2NodeClass/golden/Ami/ami-1
              CHG-2  POOL-010 of NodePool/*  until 2026-12-20T00:00:00Z (in 29d15h)
                team-b: to come
                lifts it of  NodePool/lost
            """)
        .contains("AMIsReady  True")
        .contains(
            """
              waived for 1 image
                ami-1  golden-1
                  AMI-007  its id is in ami.excludedIds (waived by CHG-1)
            """)
        .contains("nodeClassRef.name. (waived by CHG-2)");
  }

  @Test
  void whatHasEndedLiftsNothingAndIsTold() throws IOException {
    String table =
        evaluate(
            """
              - { id: CHG-1, rule: AMI-07, subject: "Ami/ami-1", owner: team-a, reason: moved, until: 2026-11-20T07:00:00Z }
            """);

    assertThat(table)
        .contains(
            """
            Waivers
              CHG-1  AMI-07 of Ami/ami-1  expired 2026-11-20T07:00:00Z (2h ago), team-a
                no rule has the id AMI-07. Did you mean AMI-007?
            """)
        .contains("AMIsReady  False  AMINotFound")
        .contains("refused 1 image");
  }
}
