package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.QuietEngine;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.ImageConclusions.AmiUsed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Recorded;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostState;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.LogLocation.InFolder;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.wiring.HostEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A host under load that is there to be killed: it decides as fast as it can, records in a folder,
 * and writes down each action it carries out before it says that it has.
 */
public final class CrashingHost {

  private static final String RULES =
      """
      package rules.x
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.AmiUsed
      rule "a parameter names an image"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          SsmParameter( $name : name, $ami : value )
      then
          insertLogical( new AmiUsed( $name, $ami ) );
      end
      """;

  private CrashingHost() {}

  /** The name that an action has in the log and in the list of what was carried out. */
  static String named(Action action) {
    return action.object().name();
  }

  /**
   * Runs until it is killed: folder of the log, file of what was carried out, what to begin with.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    QuietEngine.quiet();
    Path folder = Path.of(args[0]);
    var done =
        FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    String run = args[2];
    Evaluation evaluation = Evaluation.with(RuleFiles.of(Map.of("x.drl", RULES)));
    var published = new HostState();
    var hands = new Hands(done);
    var acting =
        new ActionPipeline(
            CrashingHost::plan, DecisionRecorder.NONE, hands, ActionHistory.NONE, () -> true);
    var bare = new HostEnvironment(List.of(), acting, HostEvents.NONE, null, () -> {});
    LogLocation place = place(folder);
    var masked = new SecretMask(List.of());
    var writer = new WriterIdentity("test", "crash", "cluster", 50);
    var recorder =
        new Recorder(
            place,
            opened ->
                new EntryWriter(opened.log(), writer, new RevisionEventBuffer(), masked)
                    .afterCut(opened.cut()),
            live -> true,
            new RecorderHealth(place.name(), null, Clock.systemUTC(), () -> 0),
            Clock.systemUTC(),
            hands::stop);
    HostEnvironment around = RecordWiring.recorded(bare, recorder, new FactMask(masked));
    var host =
        new Host(
            evaluation,
            published,
            around.acting(),
            new LoopTimings(
                Duration.ZERO,
                Duration.ofMillis(1),
                new SettleLimits(10_000, Duration.ofSeconds(60)),
                Duration.ofMillis(20),
                Clock.systemUTC()),
            around.events());
    host.start();
    around.start(host);
    load(host, run);
  }

  private static void load(FactSink host, String run) throws InterruptedException {
    for (long i = 0; ; i++) {
      String name = "/" + i % 20;
      var fact = new SsmParameter(name, "ami-" + run + "-" + i);
      host.publish(List.of(new FactUpdate("SsmParameter/" + name, List.<Fact>of(fact), null)));
      if (i % 5 == 0) {
        Thread.sleep(1);
      }
    }
  }

  static LogLocation place(Path folder) {
    return new LogLocation() {
      @Override
      public Opened open() {
        var settings =
            new LogSettings(LogSettings.origin("crash"), null, 200_000, Duration.ofDays(1));
        FolderLog log = FolderLog.open(folder, settings, Clock.systemUTC());
        return InFolder.opened(log, log.cut());
      }

      @Override
      public void check() {}

      @Override
      public String name() {
        return folder.toString();
      }
    };
  }

  static Plan plan(Conclusions conclusions, LiveObjects objects) {
    return new Plan(
        conclusions.of(AmiUsed.class).stream()
            .map(
                used ->
                    new Action(
                        ActionKind.TAG_AMI,
                        new ObjectRef("ec2", "Ami", null, used.ami()),
                        Mode.ENFORCE,
                        null,
                        new Change.Delete(JsonNodeFactory.instance.objectNode()),
                        List.of("X-001 it is used")))
            .toList());
  }

  /** Carries out a plan by writing down the names of its objects. */
  private static final class Hands implements Actuator {

    private final FileChannel done;
    private boolean up;

    Hands(FileChannel done) {
      this.done = done;
    }

    @Override
    public void apply(Recorded<Plan> recorded, Consumer<Outcome> outcomes) {
      Plan plan = recorded.value();
      var lines = new StringBuilder();
      plan.actions().forEach(action -> lines.append(named(action)).append('\n'));
      try {
        int unused = done.write(ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (!up && !plan.actions().isEmpty()) {
        up = true;
        System.out.println("up");
      }
      for (Action action : plan.actions()) {
        outcomes.accept(
            new Outcome(
                action.kind(),
                action.object(),
                Outcome.Result.DONE,
                null,
                "",
                Clock.systemUTC().instant()));
      }
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }
}
