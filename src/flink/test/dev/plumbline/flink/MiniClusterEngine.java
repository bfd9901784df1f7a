package dev.plumbline.flink;

import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.LogSegment;
import dev.plumbline.backtest.SegmentDifference.FailedSegment;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import java.io.IOException;
import java.net.URL;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** A Flink in this JVM, whose TaskManagers end now and then. */
public final class MiniClusterEngine implements FlinkUnderTest {

  private static final long POLL = 5_000_000;
  private static final long MAX_DELAY = 200_000_000;

  private final MiniCluster cluster;
  private final FlinkEngine engine;
  private final List<URL> classes;
  private final List<Integer> taskManagers = new ArrayList<>();
  private int started;
  private int losses;
  private SplittableRandom random = new SplittableRandom(0);
  private int lost;

  /**
   * Starts one.
   *
   * @param classes where the classes of the job are, which are not on the class path
   * @param taskManagers how many, each with one slot
   */
  public MiniClusterEngine(URL[] classes, int taskManagers) throws Exception {
    var configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(1)
                .build());
    cluster.start();
    while (started < taskManagers) {
      this.taskManagers.add(started++);
    }
    this.classes = List.of(classes);
    engine = new FlinkEngine(new Configuration(), this::run);
  }

  @Override
  public void lose(int losses, long seed) {
    this.losses = losses;
    random = new SplittableRandom(seed);
    lost = 0;
  }

  @Override
  public int lost() {
    return lost;
  }

  @Override
  public int main(String... arguments) throws IOException {
    return BacktestJob.run(engine, arguments);
  }

  private JobExecutionResult run(StreamExecutionEnvironment job) throws Exception {
    StreamGraph graph = job.getStreamGraph();
    var id = new JobID();
    graph.setJobId(id);
    graph.setClasspath(classes);
    cluster.submitJob(graph).get();
    for (int i = 0; i < losses; i++) {
      if (!lose(id)) {
        break;
      }
    }
    JobResult result = cluster.requestJobResult(id).get();
    return result.toJobExecutionResult(FlinkEngine.class.getClassLoader());
  }

  /** Ends a TaskManager some time after the job has begun or gone on; false when the job ended. */
  private boolean lose(JobID id) throws Exception {
    while (!isDeciding(id)) {
      if (isEnded(id)) {
        return false;
      }
      LockSupport.parkNanos(POLL);
    }
    long until = System.nanoTime() + random.nextLong(MAX_DELAY);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(POLL);
    }
    if (isEnded(id)) {
      return false;
    }
    int ended = taskManagers.remove(random.nextInt(taskManagers.size()));
    cluster.terminateTaskManager(ended).get();
    cluster.startTaskManager();
    taskManagers.add(started++);
    lost++;
    return true;
  }

  private boolean isEnded(JobID id) throws Exception {
    return cluster.getJobStatus(id).get().isGloballyTerminalState();
  }

  /** Whether a task of the source is running. */
  private boolean isDeciding(JobID id) throws Exception {
    for (var vertex : cluster.getExecutionGraph(id).get().getVerticesTopologically()) {
      for (var task : vertex.getTaskVertices()) {
        if (task.getExecutionState() == ExecutionState.RUNNING) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public Result run(
      List<LogFiles> logs, Evaluation candidate, Settings settings, Consumer<String> progress) {
    return engine.run(logs, candidate, settings, progress);
  }

  @Override
  public int parallelism() {
    return taskManagers.size();
  }

  @Override
  public List<String> decided(int segments, int tasks, int poison, long seed) {
    var chance = new SplittableRandom(seed);
    var pending = new PendingWork();
    for (int i = 0; i < segments; i++) {
      pending.add(
          new Work.OfSegment(
              "logs",
              new LogSegment(
                  "plumbline.dev/log/prod",
                  i * 10L,
                  i * 10L + 10,
                  List.of(0L),
                  Instant.EPOCH,
                  Instant.EPOCH)));
    }
    // What each task has taken; the last is what it decides.
    Map<Integer, List<Work>> taken = new HashMap<>();
    int lives = 2;
    while (true) {
      int task = chance.nextInt(tasks);
      Work next = pending.next(task);
      if (next == null) {
        return taken.values().stream().flatMap(List::stream).map(MiniClusterEngine::said).toList();
      }
      taken.computeIfAbsent(task, each -> new ArrayList<>()).add(next);
      boolean ends =
          next instanceof Work.OfSegment segment && segment.segment().from() == poison * 10L;
      if (ends || (lives > 0 && chance.nextInt(10) == 0)) {
        lives -= ends ? 0 : 1;
        pending.lost(task, List.copyOf(taken.remove(task)));
      }
    }
  }

  private static String said(Work work) {
    return switch (work) {
      case Work.OfSegment segment -> segment.segment().id();
      case Work.Known known -> {
        FailedSegment failed = known.part().difference().failed().first();
        yield failed.segment() + ": " + failed.reason();
      }
    };
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }
}
