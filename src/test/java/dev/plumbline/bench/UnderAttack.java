package dev.plumbline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.cli.WorstAttacks;
import dev.plumbline.web.Attacks;
import dev.plumbline.web.Connection;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The packaged program as {@code serve} runs it with 768 MB for itself and the process of its
 * trials, for five minutes under everything at once: the worst rules one after the other, hostile
 * bodies and connections, 250 connections that send a byte each, 40 event streams. Meanwhile the
 * facts go on changing, and every change is timed.
 */
final class UnderAttack {

  private static final long LIMIT_MB = 768;
  private static final int QUIET_CHANGES = 200;
  private static final int WARM_UP = 60;

  /** After it, what a request of each kind needs is compiled and stays so: code, caches. */
  private static final Duration FIRST_ATTACK = Duration.ofMinutes(1);

  private static final Duration ATTACK = Duration.ofMinutes(5);
  private static final Duration REST = Duration.ofSeconds(90);
  private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(30);
  private static final int BODY_SENDERS = 3;
  private static final int SLOW_CONNECTIONS = 250;
  private static final int STREAMS = 40;

  private static final Object MAKING = new Object();

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern BUCKET =
      Pattern.compile("plumbline_settle_seconds_bucket\\{le=\"([^\"]+)\",} ([0-9.E]+)");
  private static final Pattern HEAP_USED = Pattern.compile("used (\\d+)K");
  private static final Pattern OPTIONS = Pattern.compile(" +");
  private static final Pattern HEAP_TOTAL =
      Pattern.compile("total (?:reserved \\d+K, committed )?(\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("Pss:\\s+(\\d+) kB");

  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final PackagedProgram program;
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final AtomicLong peakMb = new AtomicLong();
  private URI served = URI.create("http://127.0.0.1");
  private volatile boolean attacking = true;
  private volatile boolean watching = true;
  private int changes;

  private UnderAttack(Path folder) {
    this.folder = folder;
    this.program = new PackagedProgram(folder).warm().bothCompilers();
  }

  static void measure(Measured table) throws IOException {
    Path folder = Files.createTempDirectory("plumbline-attack");
    var bench = new UnderAttack(folder);
    try {
      bench.run(table);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      bench.program.close();
    }
  }

  private void run(Measured table) throws IOException, InterruptedException {
    Path rules = folder.resolve("rules");
    copy(Path.of("examples/tour"), folder.resolve("tour"));
    Map<String, String> edit = WorstAttacks.edit("first");
    WorstAttacks.write(rules, edit);
    served =
        program
            .options(options())
            .options(
                "-Xmx256m",
                "-Dplumbline.trial.memory=176",
                "-Dplumbline.trial.cpu=20s",
                "-Dplumbline.host.settle.duration=5s",
                "-Dplumbline.rules.state-dir=" + folder.resolve("revisions"))
            .serve("--snapshot", folder.resolve("tour").toString(), "--rules", rules.toString());
    until("it is ready", () -> code("/q/health/ready") == 200);
    until("the first edit serves", () -> serving().equals(WorstAttacks.digest(edit)));
    long pid = program.processes().getFirst().pid();
    Thread.ofPlatform().daemon().start(this::watchMemory);
    change(WARM_UP);
    long heapBefore = heapMb(pid);
    long rssBefore = treeMb();
    String memoryBefore = memory(pid);

    double[] bucketsBefore = buckets();
    double[] quiet = change(QUIET_CHANGES);
    double[] quietSettle = minus(buckets(), bucketsBefore);

    double[] unused = attacked(FIRST_ATTACK, rules, "first");
    change(QUIET_CHANGES);
    long heapFirst = heapMb(pid);
    long rssFirst = treeMb();
    String memoryFirst = memory(pid);

    bucketsBefore = buckets();
    double[] all = attacked(ATTACK, rules, "last");
    double[] loudSettle = minus(buckets(), bucketsBefore);
    double[] after = change(QUIET_CHANGES);
    long heapAfter = heapMb(pid);
    long rssAfter = treeMb();
    String memoryAfter = memory(pid);
    JsonNode log = get("/api/v1/status").path("log");
    long sequence = get("/api/v1/status").path("sequence").asLong();
    boolean same = program.isAlive() && program.processes().getFirst().pid() == pid;
    watching = false;
    long ending = System.nanoTime();
    program.end();
    double toEnd = (System.nanoTime() - ending) / 1e9;

    table.row("changes of the facts, quiet / under attack", quiet.length + " / " + all.length, "");
    table.row("written → settled, quiet", quantiles(quiet), "");
    table.row("… under attack", quantiles(all), "");
    table.row("… afterwards", quantiles(after), "");
    table.row(
        "… p99, ratio", "%.1f×".formatted(quantile(all, 0.99) / quantile(quiet, 0.99)), "≤ 5×");
    table.row("settling alone, p99 of the histogram, quiet", bound(quietSettle), "");
    table.row("… under attack", bound(loudSettle), "");
    counts.forEach((what, count) -> table.row(what, count.toString(), ""));
    table.row("restarts", same ? "0" : "it ended", "0");
    table.row("memory of all processes, most", peakMb + " MB", "≤ " + LIMIT_MB + " MB");
    table.row(
        "… before, after a minute of it, afterwards",
        "%d, %d, %d MB".formatted(rssBefore, rssFirst, rssAfter),
        "as after a minute");
    table.row("… of the host (its heap), its trials, before", memoryBefore, "");
    table.row("… after a minute of it", memoryFirst, "");
    table.row("… afterwards", memoryAfter, "");
    table.row(
        "heap after a collection, before, after a minute, afterwards",
        "%d, %d, %d MB".formatted(heapBefore, heapFirst, heapAfter),
        "as before");
    table.row(
        "log: writable, waiting, failed writes, entries, settlements",
        "%s, %d, %d, %d, %d"
            .formatted(
                log.path("writable").asText(),
                log.path("waiting").asInt(),
                log.path("faults").asInt(),
                log.path("entries").asLong(),
                sequence),
        "true, 0, 0");
    table.row("TERM → ended", "%.1f s".formatted(toEnd), "≤ 10 s");
    try (var verifier = new PackagedProgram(Files.createTempDirectory("plumbline-verify"))) {
      int verified = verifier.run("audit", "verify", "--log", folder.resolve("audit").toString());
      table.row(
          "plumbline audit verify",
          verified + ": " + verifier.said().lines().findFirst().orElse(""),
          "0");
    }
  }

  /**
   * Attacks for so long, then restores the rules and rests.
   *
   * @param edit what the rules say then
   * @return how many milliseconds each change took meanwhile
   */
  private double[] attacked(Duration duration, Path rules, String edit)
      throws IOException, InterruptedException {
    attacking = true;
    List<Thread> attackers = attack(rules);
    long end = System.nanoTime() + duration.toNanos();
    var took = new ArrayList<Double>();
    while (System.nanoTime() < end) {
      for (double each : change(1)) {
        took.add(each);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
    attacking = false;
    for (Thread each : attackers) {
      each.interrupt();
      each.join(30_000);
    }
    Map<String, String> last = WorstAttacks.edit(edit);
    WorstAttacks.write(rules, last);
    until("the last edit is active", () -> serving().equals(WorstAttacks.digest(last)));
    Thread.sleep(REST.toMillis());
    return took.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** As the JVM image starts it, but for the size of the heap; or as asked for. */
  private static String[] options() throws IOException {
    String asked = System.getProperty("bench.options", "");
    if (!asked.isEmpty()) {
      return OPTIONS.splitAsStream(asked).toArray(String[]::new);
    }
    var settings = new Properties();
    try (Reader file =
        Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
      settings.load(file);
    }
    return Stream.concat(
            Stream.of("-XX:-UseSerialGC"),
            Stream.of(settings.getProperty("quarkus.jib.jvm-entrypoint").split(","))
                .filter(each -> each.startsWith("-XX:") && !each.contains("RAMPercentage")))
        .toArray(String[]::new);
  }

  private List<Thread> attack(Path rules) throws IOException {
    var threads = new ArrayList<Thread>();
    threads.add(attacker("rules", () -> badRules(rules)));
    List<Attacks.Made> bodies = Attacks.made("localhost:" + served.getPort());
    for (int i = 0; i < BODY_SENDERS; i++) {
      int offset = i * bodies.size() / BODY_SENDERS;
      threads.add(attacker("bodies", () -> badBodies(bodies, offset)));
    }
    threads.add(attacker("slow", this::slowConnections));
    threads.add(attacker("streams", this::streams));
    threads.add(attacker("probes", this::probes));
    return threads;
  }

  private static Thread attacker(String name, Runnable attack) {
    return Thread.ofPlatform().daemon().name("attack-" + name).start(attack);
  }

  private void badRules(Path rules) {
    List<WorstAttacks.Attack> attacks = WorstAttacks.all();
    Map<String, String> edit = WorstAttacks.edit("under attack");
    for (int i = 0; attacking; i++) {
      WorstAttacks.write(rules, WorstAttacks.over(edit, attacks.get(i % attacks.size())));
      until("it is stopped", () -> !attacking || state().equals("STALE"));
      count("rule files that were stopped");
      if (i % 4 == 3 && attacking) {
        edit = WorstAttacks.edit("under attack " + i);
        String digest = WorstAttacks.digest(edit);
        WorstAttacks.write(rules, edit);
        until("the edit serves", () -> !attacking || serving().equals(digest));
        count("edits that were accepted meanwhile");
      }
    }
  }

  private void badBodies(List<Attacks.Made> attacks, int offset) {
    for (int i = offset; attacking; i++) {
      try (var connection = new Connection(served.getPort())) {
        Attacks.Attack attack = made(attacks.get(i % attacks.size()));
        connection.send(attack.head());
        connection.send(attack.body());
        int status = connection.answer().status();
        count("requests that were refused");
        if (status >= 500 && status != 503) {
          count("… with a server error");
        }
      } catch (IOException e) {
        count("requests that found no connection");
      }
    }
  }

  /** One at a time, since some take hundreds of megabytes to make. */
  private static Attacks.Attack made(Attacks.Made attack) throws IOException {
    synchronized (MAKING) {
      return attack.get();
    }
  }

  private void slowConnections() {
    var slow = new ArrayList<Connection>();
    byte[] head =
        "POST /api/v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nContent-Type:"
            .getBytes(StandardCharsets.US_ASCII);
    while (attacking) {
      try {
        while (slow.size() < SLOW_CONNECTIONS) {
          var connection = new Connection(served.getPort());
          connection.send(head);
          slow.add(connection);
        }
        slow.forEach(each -> each.send(new byte[] {' '}));
        count("bytes of " + SLOW_CONNECTIONS + " slow connections", slow.size());
        // What the program has closed is opened again.
        slow.subList(0, 25).forEach(UnderAttack::close);
        slow.subList(0, 25).clear();
      } catch (IOException e) {
        count("requests that found no connection");
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    }
    slow.forEach(UnderAttack::close);
  }

  private void streams() {
    var open = new ArrayList<Connection>();
    byte[] head =
        ("GET /api/v1/events HTTP/1.1\r\nHost: localhost:" + served.getPort() + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    while (attacking) {
      try {
        while (open.size() < STREAMS) {
          var connection = new Connection(served.getPort());
          connection.send(head);
          open.add(connection);
          count("event streams that nobody reads");
        }
      } catch (IOException e) {
        count("requests that found no connection");
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
      open.subList(0, STREAMS / 2).forEach(UnderAttack::close);
      open.subList(0, STREAMS / 2).clear();
    }
    open.forEach(UnderAttack::close);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void probes() {
    while (attacking) {
      for (String path : List.of("/q/health/live", "/q/health/ready")) {
        long begun = System.nanoTime();
        int code = code(path);
        count("probes");
        if (code != 200) {
          count("… not up (" + code + ")");
        }
        if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(1)) {
          count("… later than a second");
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    }
  }

  private void count(String what) {
    count(what, 1);
  }

  private void count(String what, long by) {
    counts.computeIfAbsent(what, each -> new AtomicLong()).addAndGet(by);
  }

  /** Changes a parameter of the snapshot so often; how many milliseconds until each has settled. */
  private double[] change(int times) throws IOException {
    double[] took = new double[times];
    Path file = folder.resolve("tour/snapshot.yaml");
    String text = Files.readString(Path.of("examples/tour/snapshot.yaml"));
    for (int i = 0; i < times; i++) {
      long sequence = sequence();
      Path next =
          Files.writeString(folder.resolve("next"), text.replace("2d", ++changes % 2 + 3 + "d"));
      Instant written = Instant.now();
      long begun = System.nanoTime();
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      JsonNode status = get("/api/v1/status");
      while (status.path("sequence").asLong() <= sequence
          && System.nanoTime() - begun < CHANGE_TIMEOUT.toNanos()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        status = get("/api/v1/status");
      }
      // By the clock of the program, which is that of this machine: not when the status arrives.
      took[i] =
          status.path("sequence").asLong() > sequence
              ? Duration.between(written, Instant.parse(status.path("at").asText())).toNanos() / 1e6
              : CHANGE_TIMEOUT.toMillis();
    }
    return took;
  }

  private long sequence() {
    return get("/api/v1/status").path("sequence").asLong();
  }

  private String serving() {
    return get("/api/v1/status").path("revision").path("serving").asText();
  }

  private String state() {
    return get("/api/v1/status").path("revision").path("state").asText();
  }

  private void watchMemory() {
    while (watching) {
      peakMb.accumulateAndGet(treeMb(), Math::max);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  /**
   * The resident memory of the program and of what it has started; what they share (the archive of
   * classes, libraries) counts once, as a pod's limit has it.
   */
  private long treeMb() {
    return program.processes().stream().mapToLong(each -> residentKb(each.pid())).sum() / 1024;
  }

  /** Of the host, in parentheses its heap, and of its trials. */
  private String memory(long pid) throws IOException, InterruptedException {
    long host = residentKb(pid) / 1024;
    long heap = 0;
    if (!PackagedProgram.isNative()) {
      Matcher total = HEAP_TOTAL.matcher(jcmd(pid, "GC.heap_info"));
      for (int i = 0; i < 2 && total.find(); i++) {
        heap += Long.parseLong(total.group(1));
      }
    }
    return "%d (%d), %d MB".formatted(host, heap / 1024, treeMb() - host);
  }

  private static long residentKb(long pid) {
    try {
      Matcher resident =
          RESIDENT.matcher(Files.readString(Path.of("/proc/" + pid + "/smaps_rollup")));
      return resident.find() ? Long.parseLong(resident.group(1)) : 0;
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** After a collection, as the JVM says; 0 for a native program. */
  private static long heapMb(long pid) throws IOException, InterruptedException {
    if (PackagedProgram.isNative()) {
      return 0;
    }
    jcmd(pid, "GC.run");
    Matcher used = HEAP_USED.matcher(jcmd(pid, "GC.heap_info"));
    long kb = 0;
    // Of both generations; what follows is metaspace.
    for (int i = 0; i < 2 && used.find(); i++) {
      kb += Long.parseLong(used.group(1));
    }
    return kb / 1024;
  }

  private static String jcmd(long pid, String what) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), "" + pid, what)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  /** Cumulated counts of the histogram of settlements, by their bounds. */
  private double[] buckets() {
    Matcher bucket = BUCKET.matcher(text("/q/metrics"));
    var found = new ArrayList<Double>();
    while (bucket.find()) {
      found.add(
          bucket.group(1).equals("+Inf") ? Double.MAX_VALUE : Double.parseDouble(bucket.group(1)));
      found.add(Double.parseDouble(bucket.group(2)));
    }
    return found.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] minus(double[] later, double[] earlier) {
    double[] part = later.clone();
    for (int i = 1; i < Math.min(later.length, earlier.length); i += 2) {
      part[i] -= earlier[i];
    }
    return part;
  }

  /** The bound of the bucket in which the 99th percentile is. */
  private static String bound(double[] buckets) {
    if (buckets.length == 0) {
      return "unknown";
    }
    double most = buckets[buckets.length - 1];
    for (int i = 0; i < buckets.length; i += 2) {
      if (buckets[i + 1] >= most * 0.99) {
        return "≤ %.0f ms of %.0f".formatted(buckets[i] * 1000, most);
      }
    }
    return "unknown";
  }

  private static String quantiles(double[] millis) {
    return "%.0f, %.0f, %.0f ms"
        .formatted(quantile(millis, 0.5), quantile(millis, 0.99), quantile(millis, 1));
  }

  private static double quantile(double[] values, double part) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, (int) Math.ceil(part * sorted.length) - 1)];
  }

  private static void until(String what, BooleanSupplier so) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("still waiting until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  private int code(String path) {
    try {
      return client.send(request(path), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private JsonNode get(String path) {
    try {
      return JSON.readTree(text(path));
    } catch (IOException e) {
      return JSON.missingNode();
    }
  }

  private String text(String path) {
    try {
      return client.send(request(path), HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(served.resolve(path))
        .header("Accept", path.equals("/q/metrics") ? "text/plain" : "application/json")
        .timeout(Duration.ofSeconds(10))
        .build();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }
}
