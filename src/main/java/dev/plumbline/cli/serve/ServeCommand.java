package dev.plumbline.cli.serve;

import dev.plumbline.action.ActionKind;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.loop.HeadStart;
import dev.plumbline.record.RecordWiring;
import dev.plumbline.revision.Revision;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.HostAssembly.Prerequisite;
import io.quarkus.runtime.Quarkus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline serve}: evaluates every change until it is stopped. */
@Command(
    name = "serve",
    description = "Run continuously: evaluate every change, and act where enabled.",
    footer = {
      "  plumbline serve",
      "      watches EC2 and the cluster of the current context",
      "  plumbline serve --snapshot my-cluster",
      "      watches a snapshot folder instead: edit a file and see what changes",
      "",
      "Every setting is in docs/configuration.md. Stop it with SIGTERM or Ctrl-C."
    },
    exitCodeList = "0:stopped by SIGTERM or Ctrl-C")
public final class ServeCommand extends Verb {

  private static final AtomicReference<@Nullable HeadStart> BEGUN = new AtomicReference<>();

  @Option(
      names = "--snapshot",
      paramLabel = "DIR",
      description = "Watch this snapshot folder instead of EC2 and a cluster.")
  private @Nullable Path snapshot;

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Overlay the shipped rules and data with this folder.")
  private @Nullable Path rules;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Listen for HTTP on this port (default 8080; 0 for any free port).")
  private @Nullable Integer port;

  /**
   * What {@link #call} goes on from, on a thread of its own.
   *
   * @param snapshot as the option
   */
  public static void begin(@Nullable Path snapshot) {
    BEGUN.set(HeadStart.begin(snapshot, Clock.systemUTC()));
  }

  private static HeadStart begun() {
    HeadStart begun = BEGUN.getAndSet(null);
    return begun == null ? HeadStart.none() : begun;
  }

  @Override
  public Integer call() {
    if (port != null && (port < 0 || port > 65_535)) {
      throw invalid("invalid port '" + port + "'. Try: 8080.");
    }
    Prerequisite.checkAll();
    Termination.ensure();
    HostAssembly parts = HostAssembly.current();
    if (snapshot != null && parts.settings().parametersFile().isPresent()) {
      throw invalid(
          "with --snapshot, parameters are those of its snapshot.yaml. Try: unset"
              + " plumbline.host.parameters-file.");
    }
    try (var unused = parts.shutdownGate().begin();
        var served = new ServedHost(parts, begun(), snapshot, rules, Clock.systemUTC())) {
      report(served, RecordWiring.current().place());
      served.start();
      Quarkus.waitForExit();
    }
    return ExitCodes.ANSWERED;
  }

  private void report(ServedHost served, String log) {
    PrintWriter err = err();
    boolean publishes = HostAssembly.current().sharesVerdicts();
    err.println("plumbline: rules " + Revision.brief(served.evaluation().rules().digest()));
    err.println(
        "plumbline: facts from "
            + (snapshot == null ? "EC2 and the API server" : snapshot + ", which is watched"));
    err.println(
        "plumbline: "
            + (snapshot == null
                ? modes(served.parameters(), publishes)
                : "takes no action: a snapshot cannot be changed"));
    err.println("plumbline: decisions are recorded in " + log);
    String answering =
        ConfigProvider.getConfig()
            .getOptionalValue("quarkus.http.port", String.class)
            .orElse("8080");
    err.println("plumbline: listening on port " + answering);
    if (!answering.equals("0")) {
      err.println("plumbline: the page is at http://localhost:" + answering + "/");
    }
    err.flush();
  }

  /** What each kind of action does where no object says otherwise: {@code PinAmis observe}. */
  static String modes(FactUpdate parameters, boolean publishes) {
    var modes =
        parameters.facts().stream()
            .map(Parameter.class::cast)
            .filter(parameter -> parameter.name().equals("actions.mode"))
            .collect(Collectors.toMap(Parameter::item, Parameter::value));
    String every = modes.getOrDefault("*", "observe");
    return Stream.of(ActionKind.values())
        .filter(kind -> publishes || kind != ActionKind.PUBLISH_VERDICTS)
        .map(
            kind ->
                kind.wire()
                    + " "
                    + modes.getOrDefault(kind.wire(), kind.isOwnMemory() ? "enforce" : every))
        .collect(Collectors.joining(", "));
  }
}
