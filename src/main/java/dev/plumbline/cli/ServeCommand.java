package dev.plumbline.cli;

import dev.plumbline.action.ActionKind;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Host;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.HostSettings;
import dev.plumbline.host.LiveParts;
import dev.plumbline.host.Published;
import dev.plumbline.host.Surroundings;
import dev.plumbline.source.FactSource;
import io.quarkus.runtime.Quarkus;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline serve}: decides on every change until it is told to end. */
@Dependent
@Command(
    name = "serve",
    description = "Decide on every change, and act on it where that is switched on.",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  plumbline serve",
      "      watches EC2 and the cluster of the current context",
      "  plumbline serve --snapshot my-cluster",
      "      watches a snapshot folder instead: edit a file and see what follows",
      "",
      "Every setting is in docs/configuration.md. It ends on SIGTERM or Ctrl-C."
    })
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
      description = "The rules of this folder in place of the shipped ones.")
  private @Nullable Path rules;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Answer HTTP on this port (default 8080; 0 for any that is free).")
  private @Nullable Integer port;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  private final HostSettings settings;
  private final Published published;
  private final Instance<HostEvents> listeners;
  private final LiveParts parts;

  /** Runs with these settings, and tells readers and listeners what it knows. */
  @Inject
  public ServeCommand(
      HostSettings settings, Published published, Instance<HostEvents> listeners, LiveParts parts) {
    this.parts = parts;
    this.settings = settings;
    this.published = published;
    this.listeners = listeners;
  }

  @Override
  public Integer call() {
    if (port != null && (port < 0 || port > 65_535)) {
      throw new ParameterException(
          spec.commandLine(), "--port " + port + " is no port. Maybe 8080.");
    }
    if (snapshot != null && settings.parametersFile().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "with --snapshot, parameters are those of its snapshot.yaml. Maybe unset"
              + " plumbline.host.parameters-file.");
    }
    Evaluation evaluation = Evaluation.with(rules);
    try (Surroundings around =
            snapshot == null
                ? parts.live(evaluation)
                : Surroundings.of(evaluation.watch(snapshot, settings, CLOCK));
        var host =
            new Host(
                evaluation, published, around.acting(), settings.pace(CLOCK), events(around))) {
      settings.parametersFile().ifPresent(file -> host.tell(List.of(evaluation.parameters(file))));
      say(evaluation);
      host.start();
      around.start(host);
      Quarkus.waitForExit();
      around.sources().forEach(FactSource::close);
    }
    return CommandLine.ExitCode.OK;
  }

  private HostEvents events(Surroundings around) {
    return HostEvents.all(Stream.concat(Stream.of(around.events()), listeners.stream()).toList());
  }

  private void say(Evaluation evaluation) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("plumbline: rules " + evaluation.rules().digest());
    err.println(
        "plumbline: facts from "
            + (snapshot == null ? "EC2 and the API server" : snapshot + ", which is watched"));
    err.println("plumbline: " + modes(evaluation));
    err.println(
        "plumbline: answers on port "
            + ConfigProvider.getConfig()
                .getOptionalValue("quarkus.http.port", String.class)
                .orElse("8080"));
    err.flush();
  }

  /** Which kinds of action are enforced; by the parameters of the rules, objects may differ. */
  private String modes(Evaluation evaluation) {
    if (snapshot != null) {
      return "acts on nothing: a snapshot cannot be changed";
    }
    Stream<? extends Fact> parameters =
        settings.parametersFile().isPresent()
            ? evaluation.parameters(settings.parametersFile().get()).facts().stream()
            : evaluation.policy().parameters().stream();
    var modes =
        parameters
            .filter(Parameter.class::isInstance)
            .map(Parameter.class::cast)
            .filter(parameter -> parameter.name().equals("actions.mode"))
            .collect(Collectors.toMap(Parameter::item, Parameter::value));
    String every = modes.getOrDefault("*", "observe");
    return Stream.of(ActionKind.values())
        .map(kind -> kind.wire() + " " + modes.getOrDefault(kind.wire(), every))
        .collect(Collectors.joining(", "));
  }
}
