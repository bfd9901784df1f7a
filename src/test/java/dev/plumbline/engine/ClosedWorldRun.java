package dev.plumbline.engine;

import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.revision.ReloadRun;
import dev.plumbline.why.ExplainRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kie.api.KieBase;

/**
 * What {@link ClosedWorldTest} watches in a JVM of its own: rules compiled, facts inserted, changed
 * and deleted, rules edited and swapped, questions asked. Prints what was concluded.
 */
final class ClosedWorldRun {

  private ClosedWorldRun() {}

  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "product" -> {
        runAsProduct(language());
        runAsProduct(RuleFiles.shipped());
        lintWhatIsRefused();
        System.out.println(ReloadRun.run());
        explain();
      }
      case "control" -> defineClass();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  static RuleFiles language() throws IOException {
    try (InputStream stream =
        ClosedWorldRun.class.getResourceAsStream("/closed-world/language.drl")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      return RuleFiles.of(Map.of("language.drl", new String(text, StandardCharsets.UTF_8)));
    }
  }

  private static void runAsProduct(RuleFiles files) {
    RuleSet rules = RuleSet.compile(files);
    try (RuleSession session = rules.newSession()) {
      facts("available").forEach(session::put);
      System.out.println("settled " + session.settle().counts());
      facts("pending").forEach(session::put);
      System.out.println("updated " + session.settle().counts());
      session.delete("Ami/ami-3");
      System.out.println("deleted " + session.settle().counts());
    }
    RuleFiles edited = files;
    for (String name : files.names(".drl")) {
      edited = edited.with(name, Objects.requireNonNull(files.text(name)) + "\n// edited\n");
    }
    try (RuleSession session = RuleSet.compile(edited).newSession()) {
      facts("available").forEach(session::put);
      System.out.println("swapped " + session.settle().counts());
    }
  }

  /** Why a pool is objected to, why an image is not selected, why a pool has no weight. */
  private static void explain() {
    System.out.println(
        ExplainRun.run(
            RuleSet.compile(RuleFiles.shipped()),
            facts("pending"),
            "NodePoolObjection nodePool=general",
            List.of("AmiApproval nodeClass=default ami=ami-1", "NodePoolWeight nodePool=general")));
  }

  /** What the linter says of text that it refuses needs no class either. */
  private static void lintWhatIsRefused() throws IOException {
    String text = Objects.requireNonNull(language().text("language.drl"));
    System.out.println(
        "refused "
            + RuleLint.of(RuleFiles.of(Map.of("x.drl", text.replace("state ==", "sate =="))))
                .size());
  }

  /** What {@link #defineClass} defines. */
  static final class Defined {}

  /** Defines a class that claims to come from the engine's own jar. */
  private static void defineClass() throws IOException {
    String name = Defined.class.getName();
    try (InputStream stream =
        Objects.requireNonNull(
            ClosedWorldRun.class.getResourceAsStream("/" + name.replace('.', '/') + ".class"))) {
      byte[] code = stream.readAllBytes();
      var loader =
          new ClassLoader(null) {
            Class<?> define() {
              return defineClass(name, code, 0, code.length, KieBase.class.getProtectionDomain());
            }
          };
      System.out.println("defined " + loader.define().getName());
    }
  }

  private static List<Fact> facts(String state) {
    var facts = new ArrayList<Fact>();
    facts.add(new EvaluationTime(Instant.parse("2026-11-20T00:00:00Z")));
    facts.add(
        Given.nodeClass("default", "Bottlerocket", Tags.NONE, Tags.of(Map.of("eu-west-1a", "1"))));
    facts.add(
        new AmiSelectorTerm("default", 0, null, null, "bottlerocket-*", null, null, Tags.NONE));
    facts.add(Given.nodePool("general", "default", 10, Requirements.NONE, Tags.NONE));
    for (int i = 0; i < 30; i++) {
      facts.add(ami("ami-" + i, i % 3 == 0 ? state : "available", i % 5 == 0 ? 4 : null));
    }
    for (String name : List.of("m5.large", "m6g.large")) {
      facts.add(
          Given.instanceType(
              name,
              name.contains("g.") ? "arm64" : "amd64",
              Values.of("hvm"),
              Values.of("uefi", "legacy-bios"),
              "required",
              null,
              null,
              name.substring(0, name.indexOf('.')),
              Labels.NONE));
    }
    return facts;
  }

  private static Ami ami(String id, String state, @Nullable Integer gib) {
    return new Ami(
        id,
        "bottlerocket-aws-k8s-1.33-" + id,
        state,
        null,
        "arm64",
        "1",
        "amazon",
        Instant.parse("2026-01-01T00:00:00Z"),
        id.endsWith("7") ? Instant.parse("2026-02-01T00:00:00Z") : null,
        Tags.of(Map.of("build", id)),
        "hvm",
        "ebs",
        "/dev/xvda",
        gib,
        true,
        "uefi",
        null,
        null);
  }
}
