package dev.plumbline.cli.rules;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleFile;
import dev.plumbline.bundle.BundleManifest;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.KeyFiles;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.SigningKey;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import dev.plumbline.source.InvalidSourceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules pack}: tested rules as one signed archive. */
@Command(
    name = "pack",
    description = {
      "Pack rules that pass their scenarios into one signed archive.",
      "Rules, messages, scenarios, parameters and waivers, with a manifest. The same input is the"
          + " same bytes: set --at or SOURCE_DATE_EPOCH in CI."
    },
    parameterListHeading = "%nRules:%n",
    footer = {
      "  plumbline rules pack my-rules -o policy.tgz --key key.pem",
      "      the key is one of plumbline audit key, or of openssl genpkey -algorithm ed25519",
      "  plumbline rules pack my-rules -o policy.tgz --key key.pem --sequence 42 --channel stable",
      "      the 42nd, for hosts that follow the channel stable, and for no others"
    },
    exitCodeList = {
      "0:packed",
      "1:a scenario failed, nothing is written; or an internal error",
      "2:rules or options that cannot be used"
    })
public final class RulesPackCommand extends Verb {

  private static final String EPOCH = "SOURCE_DATE_EPOCH";
  private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "An overlay on the shipped rules. Without one: needs --shipped.")
  private @Nullable Path folder;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The archive to write (tar in gzip).")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The Ed25519 private key (PEM) that signs it. Without one: not signed.")
  private @Nullable Path key;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "rules",
      description = "What the policy is called (default rules).")
  @SuppressWarnings("NullAway.Init")
  private String name;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "Its version, for people: that of a tag in Git.")
  private @Nullable String version;

  @Option(
      names = "--sequence",
      paramLabel = "N",
      description =
          "Its number: hosts take none that is lower than what they have (default: the seconds of"
              + " the time it is packed at).")
  private @Nullable Long sequence;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The only channel on which hosts may take it (default: any).")
  private @Nullable String channel;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "The time it is packed at (default: SOURCE_DATE_EPOCH, else now).")
  private @Nullable String at;

  @Option(
      names = "--shipped",
      description =
          "Pack the shipped rules too, so that another patch version of Plumbline changes none.")
  private boolean shipped;

  private final Map<String, String> environment;
  private final InstantSource clock;

  public RulesPackCommand() {
    this(System.getenv(), InstantSource.system());
  }

  public RulesPackCommand(Map<String, String> environment, InstantSource clock) {
    this.environment = environment;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    BundleManifest about = about();
    SigningKey signer = key == null ? null : KeyFiles.signer(RuleBundle.SIGNER, key);
    PrintWriter err = err();
    RuleFiles files;
    ScenarioReport report;
    try (var progress = new Progress(err)) {
      progress.now("running scenarios");
      files = files();
      report = tested(files);
    } catch (InvalidRulesException | InvalidScenarioException | InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
    long failed = report.results().stream().filter(result -> !result.passed()).count();
    if (failed > 0) {
      report.results().stream()
          .filter(result -> !result.passed())
          .forEach(result -> Errors.print(result.file() + ": " + result.name() + " fails", err));
      Errors.print(
          TextFormat.count(failed, "scenario")
              + " of "
              + report.results().size()
              + " failed; nothing is packed. Try: plumbline test"
              + (folder == null ? "" : " " + folder)
              + ".",
          err);
      return ExitCodes.FAILED;
    }
    RuleBundle bundle = RuleBundle.pack(about.of(files.digest()), packed(files), signer);
    try {
      new BundleFile(BundleAddress.of(file.toString())).write(bundle);
    } catch (IOException e) {
      throw Errors.badInput(String.valueOf(e.getMessage()));
    }
    report(bundle, report);
    return ExitCodes.ANSWERED;
  }

  /** The manifest without what depends on the files. */
  private BundleManifest about() {
    Instant created = created();
    long number = sequence == null ? created.getEpochSecond() : sequence;
    if (number < 0 || number > BundleManifest.MAX_SEQUENCE) {
      throw invalid("--sequence: invalid number " + number + ". Try: 0 to 2^53.");
    }
    BuildInfo build = BuildInfo.current();
    return new BundleManifest(
        fitting("--name", name, BundleManifest.NAME, "lower-case letters, digits, . _ -"),
        version == null
            ? null
            : fitting("--version", version, BundleManifest.VERSION, "1.4.0, or v1.4.0"),
        number,
        channel == null
            ? null
            : fitting("--channel", channel, BundleManifest.CHANNEL, "stable or canary"),
        created,
        build.version(),
        build.vocabulary(),
        "",
        new TreeMap<>());
  }

  private String fitting(String option, String text, Pattern form, String advice) {
    if (!form.matcher(text).matches()) {
      throw invalid(option + ": invalid value '" + text + "'. Try: " + advice + ".");
    }
    return text;
  }

  private Instant created() {
    Instant given = TimeOption.of(at, command());
    String epoch = environment.get(EPOCH);
    if (given == null && epoch != null && !epoch.isEmpty()) {
      if (!SECONDS.matcher(epoch).matches()) {
        throw invalid(
            EPOCH + ": invalid value '" + epoch + "'. Try: seconds since 1970, or --at TIME.");
      }
      given = Instant.ofEpochSecond(Long.parseLong(epoch));
    }
    return (given == null ? clock.instant() : given).truncatedTo(ChronoUnit.SECONDS);
  }

  private RuleFiles files() {
    if (folder != null) {
      return RuleFiles.in(folder);
    }
    if (!shipped) {
      throw invalid("nothing to pack. Try: a folder of rules, or --shipped.");
    }
    return RuleFiles.shipped();
  }

  private SortedMap<String, String> packed(RuleFiles files) {
    SortedMap<String, String> texts =
        shipped ? new TreeMap<>(files.all()) : new TreeMap<>(files.overlay());
    if (texts.isEmpty()) {
      throw Errors.badInput(folder + ": holds no rules. Try: *.drl or *.yaml, or --shipped.");
    }
    for (String each : texts.keySet()) {
      if (!RuleBundle.FILE_NAME.matcher(each).matches()) {
        throw Errors.badInput(
            folder
                + "/"
                + each
                + ": a file of a bundle is named by at most 94 letters, digits, . _ -. Try: rename"
                + " it.");
      }
    }
    return texts;
  }

  /** The scenarios, after all that a host would refuse. */
  private ScenarioReport tested(RuleFiles files) {
    Evaluation unused = Evaluation.with(files);
    ScenarioReport report = ScenarioRunner.run(files);
    if (report.results().isEmpty() && !TestCommand.dataAlone(files)) {
      throw Errors.badInput(folder + ": no scenario here. Try: add x.scenarios.yaml beside x.drl.");
    }
    return report;
  }

  private void report(RuleBundle bundle, ScenarioReport report) {
    BundleManifest manifest = bundle.manifest();
    PrintWriter out = out();
    out.println(
        "packed %s, sequence %d: %s, %s passed"
            .formatted(
                manifest.title(),
                manifest.sequence(),
                TextFormat.count(bundle.files().size(), "file"),
                TextFormat.count(report.results().size(), "scenario")));
    out.println("digest  " + bundle.digest());
    if (!bundle.signed()) {
      out.println("not signed: no host takes it. Try: --key");
    }
  }
}
