package dev.plumbline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.action.ActionKind;
import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateConclusions.GateOpen;
import dev.plumbline.conclusion.ImageConclusions.AmiEligible;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.PodConclusions.PodDestination;
import dev.plumbline.conclusion.PodConclusions.PodShape;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.why.Goal;
import dev.plumbline.why.World;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Why-not questions of several kinds to the packaged program over HTTP, one after the other, each
 * answered in full: {@code -Dbench.extent=why-not-http}. With {@code -Dbench.programs=A,B}, folders
 * as {@code target/quarkus-app}, several are compared: each question goes to one after the other.
 */
final class WhyNotOverHttp {

  private static final int WARM_UP = 60;
  private static final int ROUNDS = Integer.getInteger("bench.questions", 300);
  private static final int KINDS = 6;
  private static final int COMPARED = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PREPARED = Duration.ofMinutes(10);
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final Path folder;
  private final List<Question> questions;

  private record Question(String kind, String conclusion) {}

  /** What one program answered. */
  private static final class Answers {

    private final Map<String, List<Double>> millis = new LinkedHashMap<>();
    private final Map<String, Integer> changes = new LinkedHashMap<>();
    private final Map<String, Integer> ended = new TreeMap<>();

    private Duration cpu = Duration.ZERO;

    void from(Duration before) {
      cpu = before;
    }

    void to(Duration after) {
      cpu = after.minus(cpu);
    }

    void add(String kind, double took, JsonNode answer) {
      boolean found = !answer.path("suggestions").isEmpty();
      millis.computeIfAbsent(kind, each -> new ArrayList<>()).add(took);
      changes.merge(kind, found ? 1 : 0, Integer::sum);
      String why = answer.at("/search/ended").asText("not said");
      ended.merge((found ? "with a change: " : "without one: ") + why, 1, Integer::sum);
    }

    Measured table() {
      var table = new Measured();
      double[] all = times(millis.values().stream().flatMap(List::stream).toList());
      table.times(all.length + " why-not questions over HTTP", all);
      table.row("… p99", "%.0f ms".formatted(Measured.percentile(all, 99)), "");
      table.row("… longest", "%.0f ms".formatted(Measured.percentile(all, 100)), "");
      table.row("… CPU time of the program each", cpu.toMillis() / all.length + " ms", "");
      int found = changes.values().stream().mapToInt(Integer::intValue).sum();
      table.row("… with a change that does", found + " of " + all.length, "");
      millis.forEach(
          (kind, own) -> {
            table.times(kind, times(own));
            table.row("… with a change that does", changes.get(kind) + " of " + own.size(), "");
          });
      ended.forEach((why, count) -> table.row("ended " + why, count.toString(), ""));
      return table;
    }

    private static double[] times(List<Double> list) {
      return list.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  private WhyNotOverHttp(Path folder, List<Question> questions) {
    this.folder = folder;
    this.questions = questions;
  }

  static void measure(Path snapshot, List<Fact> facts, Settlement settlement) throws IOException {
    Path work = Files.createTempDirectory(snapshot.toAbsolutePath().getParent(), "bench-serve");
    var bench = new WhyNotOverHttp(work, questions(facts, settlement, 2 * (WARM_UP + ROUNDS)));
    bench.run(snapshot);
  }

  private void run(Path snapshot) throws IOException {
    var programs = new LinkedHashMap<String, PackagedProgram>();
    var places = new LinkedHashMap<String, URI>();
    var answers = new LinkedHashMap<String, Answers>();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (String each :
          System.getProperty("bench.programs", "target/quarkus-app").strip().split(",")) {
        Path own = Files.createDirectories(folder.resolve("program-" + programs.size()));
        var program =
            new PackagedProgram(own, Path.of(each, "quarkus-run.jar"))
                .bothCompilers()
                .options("-Xmx" + System.getProperty("bench.heap", "2g"));
        programs.put(each, program);
        places.put(each, program.serve("--snapshot", snapshot.toString()));
        answers.put(each, new Answers());
      }
      for (URI place : places.values()) {
        prepare(client, place);
      }
      List<String> all = List.copyOf(programs.keySet());
      int next = 0;
      for (int i = -WARM_UP; i < ROUNDS; i++) {
        Question question = questions.get(next++);
        JsonNode last = null;
        for (String each : all.reversed()) {
          // Only the last one is asked everything: others are there to be compared with.
          if (last != null && Math.floorDiv(i, KINDS) % COMPARED != 0) {
            continue;
          }
          if (i == 0) {
            answers.get(each).from(programs.get(each).cpu());
          }
          long start = System.nanoTime();
          JsonNode answer = ask(client, places.get(each), question);
          double millis = (System.nanoTime() - start) / 1e6;
          if (last == null && answer.path("holds").asBoolean()) {
            i--;
            break;
          }
          last = answer;
          if (i >= 0) {
            answers.get(each).add(question.kind(), millis, answer);
          }
        }
      }
      programs.forEach((each, program) -> answers.get(each).to(program.cpu()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      programs.values().forEach(PackagedProgram::close);
    }
    int number = 0;
    for (var each : answers.entrySet()) {
      System.out.println(each.getKey());
      each.getValue().table().print("why-not-http-" + ++number);
    }
  }

  /** Until the program has settled on all facts, and has a copy of them to try changes on. */
  private void prepare(HttpClient client, URI place) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!isRead(client, place)
        || send(client, place, questions.getFirst()).statusCode() != 200) {
      if (System.nanoTime() - start > PREPARED.toNanos()) {
        throw new IllegalStateException(place + " answers no question");
      }
      Thread.sleep(1000);
    }
  }

  /** Whether the snapshot is read: the program is ready before, on the data of its rules alone. */
  private static boolean isRead(HttpClient client, URI place)
      throws IOException, InterruptedException {
    HttpResponse<String> pools =
        client.send(
            HttpRequest.newBuilder(place.resolve("/api/v1/facts?type=NodePool"))
                .timeout(PATIENCE)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return pools.statusCode() == 200 && !JSON.readTree(pools.body()).path("items").isEmpty();
  }

  /** The answer, and how long it took with all that it was refused for. */
  private static JsonNode ask(HttpClient client, URI place, Question question)
      throws IOException, InterruptedException {
    while (true) {
      HttpResponse<String> answer = send(client, place, question);
      if (answer.statusCode() == 200) {
        return JSON.readTree(answer.body());
      }
      if (answer.statusCode() != 429) {
        throw new IllegalStateException(question + ": " + answer.statusCode() + answer.body());
      }
    }
  }

  private static HttpResponse<String> send(HttpClient client, URI place, Question question)
      throws IOException, InterruptedException {
    URI target =
        place.resolve(
            "/api/v1/why-not?conclusion="
                + URLEncoder.encode(question.conclusion(), StandardCharsets.UTF_8));
    return client.send(
        HttpRequest.newBuilder(target).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** As many of each kind as of the others, in turn; none of what holds. */
  private static List<Question> questions(List<Fact> facts, Settlement settlement, int count) {
    var random = new Random(1);
    List<String> pools = names(facts, NodePool.class, NodePool::name);
    List<String> classes = names(facts, EC2NodeClass.class, EC2NodeClass::name);
    List<String> types = names(facts, InstanceType.class, InstanceType::name);
    List<String> images = names(facts, Ami.class, Ami::id);
    List<String> claims = names(facts, NodeClaim.class, NodeClaim::name);
    List<String> gates = names(facts, Gate.class, Gate::name);
    List<String> shapes = settlement.of(PodShape.class).stream().map(PodShape::shape).toList();
    Function<List<String>, String> any = list -> list.get(random.nextInt(list.size()));
    var makers = new LinkedHashMap<String, Function<Settlement, String>>();
    makers.put(
        "a type that a pool cannot use",
        all ->
            text(InstanceTypeUsable.class, "nodePool", any.apply(pools))
                + field("instanceType", any.apply(types)));
    makers.put(
        "an image that is not eligible",
        all ->
            text(AmiEligible.class, "nodeClass", any.apply(classes))
                + field("ami", any.apply(images)));
    makers.put(
        "a pod that a pool does not get",
        all ->
            text(PodDestination.class, "shape", any.apply(shapes))
                + field("nodePool", any.apply(pools)));
    makers.put(
        "an action that is not due",
        all -> {
          ActionKind kind = ActionKind.values()[random.nextInt(ActionKind.values().length)];
          boolean pool = random.nextBoolean();
          return text(ActionDue.class, "action", kind.wire())
              + field(
                  "object",
                  pool ? "NodePool/" + any.apply(pools) : "EC2NodeClass/" + any.apply(classes))
              + (random.nextBoolean() ? field("mode", "enforce") : "");
        });
    makers.put("a gate that is not open", all -> text(GateOpen.class, "gate", any.apply(gates)));
    makers.put(
        "a claim that is not drifted",
        all -> text(NodeClaimDrifted.class, "nodeClaim", any.apply(claims)));
    var world = new World(facts, settlement);
    var kinds = new ArrayList<>(makers.keySet());
    var questions = new ArrayList<Question>();
    for (int i = 0; questions.size() < count; i++) {
      String kind = kinds.get(i % kinds.size());
      for (int tries = 0; tries < 50; tries++) {
        String conclusion = makers.get(kind).apply(settlement);
        if (Goal.of(conclusion).held(world).isEmpty()) {
          questions.add(new Question(kind, conclusion));
          break;
        }
      }
    }
    return questions;
  }

  private static String text(Class<? extends Conclusion> type, String field, String value) {
    return type.getSimpleName() + field(field, value);
  }

  private static String field(String name, String value) {
    return " " + name + "=\"" + value + "\"";
  }

  private static <T extends Fact> List<String> names(
      List<Fact> facts, Class<T> type, Function<T, String> name) {
    return NodeChanges.of(facts, type).stream().map(name).toList();
  }
}
