package dev.plumbline.cli;

import dev.plumbline.action.ActionKind;
import dev.plumbline.fact.Parameter;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Host;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.HostSettings;
import dev.plumbline.host.LiveParts;
import dev.plumbline.host.Prerequisite;
import dev.plumbline.host.Surroundings;
import dev.plumbline.host.audit.AuditParts;
import dev.plumbline.host.rules.RuleParts;
import dev.plumbline.host.rules.RuleService;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.Told;
import io.quarkus.runtime.Quarkus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline serve}: decides on every change until it is told to end. */
@Command(
    name = "serve",
    description = "Decide on every change, and act on it where that is switched on.",
    footer = {
      "  plumbline serve",
      "      watches EC2 and the cluster of the current context",
      "  plumbline serve --snapshot my-cluster",
      "      watches a snapshot folder instead: edit a file and see what follows",
      "",
      "Every setting is in docs/configuration.md. It ends on SIGTERM or Ctrl-C."
    },
    exitCodeList = "0:ended, on SIGTERM or Ctrl-C")
public final class ServeCommand implements Callable<Integer> {

  private static final Clock CLOCK = Clock.systemUTC();

  @Option(
      names = "--snapshot",
      paramLabel = "DIR",
      description = "Watch this snapshot folder, without cloud or cluster.")
  private @Nullable Path snapshot;

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Lay the rules and data of this folder over the shipped ones.")
  private @Nullable Path rules;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Answer HTTP on this port (default 8080; 0 for any that is free).")
  private @Nullable Integer port;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new ParameterException(
          spec.commandLine(), "--port " + port + " is no port. Maybe 8080.");
    }
    Prerequisite.checkAll();
    LiveParts parts = LiveParts.current();
    HostSettings settings = parts.settings();
    if (snapshot != null && settings.parametersFile().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "with --snapshot, parameters are those of its snapshot.yaml. Maybe unset"
              + " plumbline.host.parameters-file.");
    }
    var parameters = new OutsideParameters(settings);
    RuleParts ruleParts = RuleParts.current();
    AuditParts audit = AuditParts.current();
    try (var unused = parts.ending().begin();
        RuleService revisions = ruleParts.open(rules, snapshot == null, parameters, CLOCK)) {
      Evaluation evaluation = revisions.evaluation();
      Surroundings bare = around(parts, evaluation, parameters);
      boolean cluster = snapshot == null && parts.clustered();
      try (Surroundings around = audit.recorded(bare, cluster, CLOCK);
          var host = host(parts, evaluation, around, revisions)) {
        Told told = parameters.told(evaluation);
        host.publish(List.of(told));
        say(evaluation, told, audit.place());
        host.start();
        around.start(host);
        revisions.start(host, around.acting().leader());
        Quarkus.waitForExit();
        revisions.close();
        around.sources().forEach(FactSource::close);
      }
    }
    return ExitCodes.ANSWERED;
  }

  private Surroundings around(
      LiveParts parts, Evaluation evaluation, OutsideParameters parameters) {
    return snapshot == null
        ? parts.live(evaluation)
        : Surroundings.of(parameters.of(evaluation.watch(snapshot, parts.settings(), CLOCK)));
  }

  private static Host host(
      LiveParts parts, Evaluation evaluation, Surroundings around, RuleService revisions) {
    HostEvents changes = revisions.events(parts.published(), around.acting().planner());
    return new Host(
        evaluation,
        parts.published(),
        around.acting(),
        parts.settings().pace(CLOCK),
        HostEvents.all(List.of(parts.events(around), changes)));
  }

  private void say(Evaluation evaluation, Told parameters, String log) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("plumbline: rules " + evaluation.rules().digest());
    err.println(
        "plumbline: facts from "
            + (snapshot == null ? "EC2 and the API server" : snapshot + ", which is watched"));
    err.println(
        "plumbline: "
            + (snapshot == null
                ? modes(parameters)
                : "acts on nothing: a snapshot cannot be changed"));
    err.println("plumbline: decisions are recorded in " + log);
    String answering =
        ConfigProvider.getConfig()
            .getOptionalValue("quarkus.http.port", String.class)
            .orElse("8080");
    err.println("plumbline: answers on port " + answering);
    if (!answering.equals("0")) {
      err.println("plumbline: the page is at http://localhost:" + answering + "/");
    }
    err.flush();
  }

  /** Which kinds of action are enforced, by the parameters; objects may differ. */
  private static String modes(Told parameters) {
    var modes =
        parameters.facts().stream()
            .map(Parameter.class::cast)
            .filter(parameter -> parameter.name().equals("actions.mode"))
            .collect(Collectors.toMap(Parameter::item, Parameter::value));
    String every = modes.getOrDefault("*", "observe");
    return Stream.of(ActionKind.values())
        .map(kind -> kind.wire() + " " + modes.getOrDefault(kind.wire(), every))
        .collect(Collectors.joining(", "));
  }
}
