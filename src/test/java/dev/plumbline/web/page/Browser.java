package dev.plumbline.web.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.loop.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A headless Chromium, driven by the WebDriver protocol through the driver that comes with it. */
public final class Browser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> ARGUMENTS =
      List.of(
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--force-device-scale-factor=1");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final URI session;

  private Browser(Process driver, URI session) {
    this.driver = driver;
    this.session = session;
  }

  /** Skips the test where there is none on this machine. */
  public static void assumeThere() {
    assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "no browser: "
            + CHROMIUM
            + " and "
            + DRIVER
            + " are Debian's chromium and chromium-driver");
  }

  /** Starts one that keeps what it has to itself in {@code folder}. */
  public static Browser start(Path folder) throws IOException {
    int port = freePort();
    Process driver =
        new ProcessBuilder(DRIVER.toString(), "--port=" + port, "--silent")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("driver").toFile())
            .start();
    URI base = URI.create("http://127.0.0.1:" + port + "/");
    try {
      Await.until("chromedriver answers", () -> answers(base));
      ObjectNode asked = JSON.createObjectNode();
      ObjectNode wanted = asked.putObject("capabilities").putObject("alwaysMatch");
      wanted.put("browserName", "chrome");
      wanted.putObject("goog:loggingPrefs").put("browser", "ALL").put("performance", "ALL");
      ObjectNode options = wanted.putObject("goog:chromeOptions");
      options.put("binary", CHROMIUM.toString());
      ArrayNode arguments = options.putArray("args");
      ARGUMENTS.forEach(arguments::add);
      arguments.add("--user-data-dir=" + folder.resolve("profile"));
      JsonNode made = call(HttpClient.newHttpClient(), base.resolve("session"), "POST", asked);
      String id = made.path("sessionId").asText();
      return new Browser(driver, base.resolve("session/" + id + "/"));
    } catch (RuntimeException | Error e) {
      driver.destroyForcibly();
      throw e;
    }
  }

  public void open(String address) {
    post("url", JSON.createObjectNode().put("url", address));
  }

  /** Runs statements in the page; {@code return} answers. */
  public JsonNode run(String script, String... values) {
    ObjectNode asked = JSON.createObjectNode().put("script", script);
    ArrayNode arguments = asked.putArray("args");
    for (String value : values) {
      arguments.add(value);
    }
    return post("execute/sync", asked);
  }

  /** The text that {@code script}, an expression, has now. */
  public String text(String script) {
    return run("return " + script).asText();
  }

  /** Waits until an expression is true in the page. */
  public void until(String expression) {
    until(Duration.ofMinutes(1), expression);
  }

  /** The same with another patience. */
  public void until(Duration patience, String expression) {
    try {
      Await.until(
          patience, expression, () -> run("return Boolean(" + expression + ")").asBoolean());
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nin the page, which shows:\n" + shown(), e);
    }
  }

  private String shown() {
    return run("return document.body.innerText.slice(0, 1500)").asText();
  }

  /** Types a text, as it is pasted, where the focus is. */
  public void type(String text) {
    cdp("Input.insertText", JSON.createObjectNode().put("text", text));
  }

  /** Presses keys one after the other; a name of more than one letter is a key of WebDriver. */
  public void press(String... keys) {
    ObjectNode asked = JSON.createObjectNode();
    ObjectNode source = asked.putArray("actions").addObject().put("type", "key").put("id", "keys");
    ArrayNode actions = source.putArray("actions");
    for (String key : keys) {
      String code = KEYS.getOrDefault(key, key);
      actions.addObject().put("type", "keyDown").put("value", code);
      actions.addObject().put("type", "keyUp").put("value", code);
    }
    post("actions", asked);
  }

  private static final Map<String, String> KEYS =
      Map.of(
          "Tab", "\uE004",
          "Delete", "\uE017",
          "Enter", "\uE007",
          "Escape", "\uE00C",
          "End", "\uE010",
          "Left", "\uE012",
          "Up", "\uE013",
          "Right", "\uE014",
          "Down", "\uE015");

  /** Has the page be so wide and high, with the colours asked for. */
  public void look(int width, int height, String scheme) {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    medium("screen", scheme, "reduce");
  }

  /** Shows the page on screen or in print, to somebody who prefers these colours and motion. */
  void medium(String medium, String scheme, String motion) {
    ObjectNode asked = JSON.createObjectNode().put("media", medium);
    ArrayNode features = asked.putArray("features");
    features.addObject().put("name", "prefers-color-scheme").put("value", scheme);
    features.addObject().put("name", "prefers-reduced-motion").put("value", motion);
    cdp("Emulation.setEmulatedMedia", asked);
  }

  public byte[] picture() {
    return Base64.getDecoder().decode(get("screenshot").asText());
  }

  /** What the console has been told since this was asked last: errors, warnings, refusals. */
  List<String> console() {
    var lines = new ArrayList<String>();
    for (JsonNode entry : log("browser")) {
      lines.add(entry.path("level").asText() + " " + entry.path("message").asText());
    }
    return lines;
  }

  /** The addresses that were requested since this was asked last. */
  List<String> requests() {
    var addresses = new ArrayList<String>();
    for (JsonNode entry : log("performance")) {
      JsonNode message = read(entry.path("message").asText()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        addresses.add(message.at("/params/request/url").asText());
      }
    }
    return addresses;
  }

  private JsonNode log(String type) {
    return post("se/log", JSON.createObjectNode().put("type", type));
  }

  private void cdp(String command, ObjectNode parameters) {
    ObjectNode asked = JSON.createObjectNode().put("cmd", command);
    asked.set("params", parameters);
    post("goog/cdp/execute", asked);
  }

  private JsonNode post(String path, JsonNode body) {
    return call(http, session.resolve(path), "POST", body);
  }

  private JsonNode get(String path) {
    return call(http, session.resolve(path), "GET", null);
  }

  private static JsonNode call(
      HttpClient http, URI address, String method, @Nullable JsonNode body) {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      String text = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      JsonNode value = read(text).path("value");
      if (value.has("error")) {
        throw new AssertionError(value.path("message").asText());
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static boolean answers(URI base) {
    try {
      return call(HttpClient.newHttpClient(), base.resolve("status"), "GET", null)
          .path("ready")
          .asBoolean();
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  public static int freePort() throws IOException {
    try (var free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  @Override
  public void close() {
    try {
      call(http, URI.create(session.toString().replaceAll("/$", "")), "DELETE", null);
    } finally {
      driver.destroy();
    }
  }
}
