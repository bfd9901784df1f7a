package dev.plumbline.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A real API server (with Karpenter's CRDs) and an EC2 emulator to test against, where they are
 * there: the folder that {@code PLUMBLINE_PEERS} names, or {@code ../shared/peers}. Tests that need
 * them begin with {@link #assumeThere()}.
 */
public final class Peers implements AutoCloseable {

  private static @Nullable Peers shared;

  private final Path up;
  private final Path folder;
  private final Map<String, String> env;
  private List<String> apiServer = List.of();
  private @Nullable KubernetesClient client;

  private Peers(Path up, Path folder) {
    this.up = up;
    this.folder = folder;
    run(List.of(up.toString(), folder.toString()));
    this.env = read(folder.resolve("env"));
  }

  /** Skips the test where there are none. */
  public static void assumeThere() {
    assumeTrue(there(), "peers are not there: PLUMBLINE_PEERS names no folder that holds them");
  }

  /** Whether there are any to be started. */
  public static boolean there() {
    return Files.isExecutable(up());
  }

  /** The ones that all tests of this JVM share; started when first asked for. */
  public static synchronized Peers shared() {
    if (shared == null) {
      shared = start();
    }
    return shared;
  }

  /** New ones in place of those that are shared, for a test that needs a cluster without a past. */
  public static synchronized Peers renewed() {
    retire();
    return shared();
  }

  /** Ends those that are shared, for a test that leaves its cluster to nobody after it. */
  public static synchronized void retire() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }

  /** An instance of its own, for a test that breaks it; also ended with the JVM. */
  public static Peers start() {
    assumeThere();
    return start(up());
  }

  /** Sets what the EC2 emulator at {@code endpoint} has or how it fails. */
  public static void seed(URI endpoint, String method, String path, String body) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(endpoint.resolve("/seed/" + path))
                  .header("Content-Type", "application/json")
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(path + ": " + answer.body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * A real Karpenter with simulated instances, a control plane with scheduler and controllers, and
   * the emulator; skips the test where it is not built.
   */
  public static Peers startKarpenter() {
    Path up = up().resolveSibling("karpenter").resolve("up");
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home = cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    Path built = home.resolve("plumbline-karpenter/bin/karpenter");
    assumeTrue(
        Files.isExecutable(up) && Files.isExecutable(built),
        "Karpenter is not there: peers/karpenter/build of PLUMBLINE_PEERS makes " + built);
    return start(up);
  }

  private static Peers start(Path up) {
    try {
      var peers = startAgainWhereTooEarly(up);
      Runtime.getRuntime().addShutdownHook(new Thread(peers::close));
      return peers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts again where the script looked at the kinds before the API server had given them their
   * conditions, which it says as below; all else fails at once.
   */
  private static Peers startAgainWhereTooEarly(Path up) throws IOException {
    try {
      return new Peers(up, Files.createTempDirectory("plumbline-peers"));
    } catch (IllegalStateException e) {
      if (!String.valueOf(e.getMessage()).contains("registering the CRDs failed")) {
        throw e;
      }
      return new Peers(up, Files.createTempDirectory("plumbline-peers"));
    }
  }

  /** KUBECONFIG, AWS_ENDPOINT_URL, AWS_REGION and the others that {@code env} exports. */
  public Map<String, String> env() {
    return env;
  }

  /** Where the emulator of EC2, SSM, SQS, STS and S3 answers. */
  public URI aws() {
    return URI.create(env.get("AWS_ENDPOINT_URL"));
  }

  /** A client of its buckets, to be closed by the test. */
  public S3Client s3() {
    return S3Client.builder()
        .endpointOverride(aws())
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  /** How an administrator reaches the API server; every request is tried once only. */
  public Config config() {
    return config("KUBECONFIG");
  }

  /** How {@code system:serviceaccount:default:peers-user} does, who may do nothing at first. */
  public Config userConfig() {
    return config("PEERS_USER_KUBECONFIG");
  }

  /** A client of the server of definitions, which is newer; to be closed by the test. */
  public KubernetesClient definitions() {
    return new KubernetesClientBuilder().withConfig(config("PEERS_CRD_KUBECONFIG")).build();
  }

  /** A client of an administrator, to be closed by the test. */
  public KubernetesClient client() {
    return new KubernetesClientBuilder().withConfig(config()).build();
  }

  /** The same, one for all who ask: each has event loops of its own. Not to be closed by a test. */
  public synchronized KubernetesClient sharedClient() {
    KubernetesClient made = client == null ? client() : client;
    client = made;
    return made;
  }

  /** Kills the API server at once (SIGKILL); returns when its port is free. */
  public void killApiServer() {
    Path process = Path.of("/proc", apiServerId());
    try {
      apiServer = Arrays.asList(Files.readString(process.resolve("cmdline")).split("\0"));
      run(List.of("kill", "-KILL", apiServerId()));
      // One that nobody waits for stays as a zombie, which has let go of its port.
      while (Files.exists(process) && !Files.readString(process.resolve("stat")).contains(") Z ")) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    } catch (NoSuchFileException e) {
      // It has ended.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the API server that was killed again, at the same port; returns once it is ready. */
  public void restartApiServer() {
    try {
      var command = new ArrayList<>(List.of("setsid"));
      command.addAll(apiServer);
      Path log = folder.resolve("kube-apiserver.log");
      Process server =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      String id = String.valueOf(server.pid());
      String stat = Files.readString(Path.of("/proc", id, "stat"));
      String started = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
      Path pids = folder.resolve("pids");
      List<String> others =
          Files.readAllLines(pids).stream().filter(l -> !l.startsWith("kube-apiserver ")).toList();
      var lines = new ArrayList<>(others);
      lines.add(String.join(" ", "kube-apiserver", id, started));
      Files.write(pids, lines);
      run(
          List.of(
              "/usr/bin/python3",
              "-I",
              up.resolveSibling("lib/kube.py").toString(),
              "wait",
              folder.toString(),
              "kube-apiserver",
              id,
              config().getMasterUrl() + "readyz",
              "120"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends all of it. What still runs after that is said and left: a busy disk may keep etcd for
   * longer than {@code down} waits, which is no failure of what was tested.
   */
  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
    if (Files.exists(folder.resolve("pids"))) {
      try {
        run(List.of(up.resolveSibling("down").toString(), folder.toString()));
      } catch (IllegalStateException e) {
        System.err.println(e.getMessage());
      }
    }
  }

  private Config config(String variable) {
    Config config = Config.fromKubeconfig(Path.of(env.get(variable)).toFile());
    return new ConfigBuilder(config).withRequestRetryBackoffLimit(0).build();
  }

  private String apiServerId() {
    try {
      return Files.readAllLines(folder.resolve("pids")).stream()
          .filter(line -> line.startsWith("kube-apiserver "))
          .findFirst()
          .orElseThrow()
          .split(" ")[1];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path up() {
    String named = System.getenv("PLUMBLINE_PEERS");
    return Path.of(named == null ? "../shared/peers" : named)
        .toAbsolutePath()
        .normalize()
        .resolve("up");
  }

  private static Map<String, String> read(Path file) {
    var values = new TreeMap<String, String>();
    try {
      for (String line : Files.readAllLines(file)) {
        for (String each : line.substring("export ".length()).split(" ")) {
          int equals = each.indexOf('=');
          values.put(each.substring(0, equals), each.substring(equals + 1));
        }
      }
      return Map.copyOf(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(List<String> command) {
    try {
      Path log = Files.createTempFile("plumbline-peers", ".log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = process.waitFor(3, TimeUnit.MINUTES);
      String told = Files.readString(log);
      Files.delete(log);
      if (!ended || process.exitValue() != 0) {
        process.destroy();
        throw new IllegalStateException(command + " failed: " + told);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
