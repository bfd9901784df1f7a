package dev.plumbline.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.client.Loopback;
import dev.plumbline.client.Retry;
import dev.plumbline.client.Retry.PassingException;
import dev.plumbline.language.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one OCI registry (distribution API v2): https, except on this machine or where http
 * is wanted; authenticated by token or by password when the registry asks for it. Not thread-safe.
 */
final class RegistryClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_REDIRECTS = 5;
  private static final int MAX_SHOWN = 200;
  private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|([^\",\\s]+))");
  private static final JsonMapper JSON = new JsonMapper();

  private final String registry;
  private final URI base;
  private final boolean plainHttp;
  private final RegistryCredentials credentials;
  private final Retry retry;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(Redirect.NEVER)
          .build();
  private @Nullable String authorization;

  /**
   * Sends nothing yet.
   *
   * @param registry host with its port
   */
  RegistryClient(String registry, boolean plainHttp, RegistryCredentials credentials, Retry retry) {
    this.registry = registry;
    this.plainHttp = plainHttp || Loopback.is(registry.replaceFirst(":\\d+$", ""));
    this.base = URI.create((this.plainHttp ? "http://" : "https://") + registry);
    this.credentials = credentials;
    this.retry = retry;
  }

  Retry retry() {
    return retry;
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * What to request.
   *
   * @param target a path of the registry, or a whole address that it has named
   * @param type the media type of {@code body}; without a body, the one that is accepted; null for
   *     any
   * @param body null for none
   */
  record Request(String method, String target, @Nullable String type, byte @Nullable [] body) {

    static Request get(String target, @Nullable String accepted) {
      return new Request("GET", target, accepted, null);
    }
  }

  record Answer(int status, HttpHeaders headers, byte[] body) {

    /** A header, or a text that is none. */
    String header(String name) {
      return headers.firstValue(name).orElse("");
    }
  }

  /**
   * Sends a request, again where the fault may pass.
   *
   * @return whatever the registry answers, except 401 and what may pass
   */
  Answer send(Request request) throws IOException {
    return retry.of(() -> once(request));
  }

  /** Sends a request once; what may pass is a {@link PassingException}. */
  Answer once(Request request) throws IOException, InterruptedException {
    Answer answer = followed(request, base.resolve(request.target()));
    if (answer.status() == 401) {
      authorization = authorization(answer.header("WWW-Authenticate"));
      answer = followed(request, base.resolve(request.target()));
    }
    if (answer.status() == 401) {
      throw new IOException(refusal(answer));
    }
    if (PASSING.contains(answer.status())) {
      throw new PassingException(
          registry + ": answers " + answer.status() + said(answer) + ". Try: again later.");
    }
    return answer;
  }

  /** What is wrong with an answer that is none of those expected, with advice. */
  String refusal(Answer answer) {
    String advice =
        answer.status() == 401 || answer.status() == 403
            ? "docker login " + registry + ", and the right of that user to this repository"
            : "the address of the repository";
    return registry + ": answers " + answer.status() + said(answer) + ". Try: " + advice + ".";
  }

  private Answer followed(Request request, URI first) throws IOException, InterruptedException {
    URI at = first;
    for (int i = 0; i <= MAX_REDIRECTS; i++) {
      requireEncrypted(at);
      boolean own = at.getAuthority().equals(base.getAuthority());
      Answer answer = exchange(request, at, own ? authorization : null);
      String next = answer.header("Location");
      if (!request.method().equals("GET")
          || !REDIRECTS.contains(answer.status())
          || next.isEmpty()) {
        return answer;
      }
      at = at.resolve(address(next));
    }
    throw new IOException(registry + ": redirects without end. Try: its address.");
  }

  private Answer exchange(Request request, URI at, @Nullable String authorized)
      throws IOException, InterruptedException {
    byte[] body = request.body();
    BodyPublisher sent = body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    HttpRequest.Builder http =
        HttpRequest.newBuilder(at).timeout(TIMEOUT).method(request.method(), sent);
    if (request.type() != null) {
      http.header(body == null ? "Accept" : "Content-Type", request.type());
    }
    if (authorized != null) {
      http.header("Authorization", authorized);
    }
    try {
      HttpResponse<InputStream> response = client.send(http.build(), BodyHandlers.ofInputStream());
      try (InputStream stream = response.body()) {
        byte[] bytes = stream.readNBytes(RuleBundle.MAX_BYTES + 1);
        if (bytes.length > RuleBundle.MAX_BYTES) {
          throw new IllegalArgumentException("the answer is larger than any bundle");
        }
        return new Answer(response.statusCode(), response.headers(), bytes);
      }
    } catch (IOException e) {
      throw new PassingException(
          registry
              + ": cannot be reached: "
              + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
              + ". Try: "
              + (base.getScheme().equals("https") ? "the address, or --plain-http" : "the address")
              + ".",
          e);
    } catch (IllegalArgumentException e) {
      throw new IOException(registry + ": " + e.getMessage() + ". Try: its address.", e);
    }
  }

  /** Whoever reads the network can use a password or a token. */
  private void requireEncrypted(URI at) throws IOException {
    if (at.getScheme() == null || at.getHost() == null) {
      throw new IOException(registry + ": names the address " + at + ". Try: its address.");
    }
    if (!at.getScheme().equals("https") && !(plainHttp && at.getScheme().equals("http"))) {
      throw new IOException(
          registry
              + ": sends to "
              + at
              + ", which is not encrypted. Try: --plain-http where nobody else reads the network.");
    }
  }

  /** As the registry asks for it. */
  private @Nullable String authorization(String challenge)
      throws IOException, InterruptedException {
    String basic = credentials.basic(registry);
    if (!challenge.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return basic;
    }
    var parameters = new TreeMap<String, String>();
    Matcher each = PARAMETER.matcher(challenge);
    while (each.find()) {
      parameters.put(each.group(1), each.group(2) == null ? each.group(3) : each.group(2));
    }
    var query = new StringBuilder();
    for (String name : new String[] {"service", "scope"}) {
      if (parameters.containsKey(name)) {
        query
            .append(query.isEmpty() ? "?" : "&")
            .append(name)
            .append('=')
            .append(URLEncoder.encode(parameters.get(name), StandardCharsets.UTF_8));
      }
    }
    URI realm = address(parameters.getOrDefault("realm", "") + query);
    requireEncrypted(realm);
    Answer answer = exchange(Request.get(realm.toString(), null), realm, basic);
    if (answer.status() != 200) {
      throw PASSING.contains(answer.status())
          ? new PassingException(refusal(answer))
          : new IOException(refusal(answer));
    }
    String token = token(answer);
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IOException(realm + ": answers without a token. Try: docker login " + registry);
    }
    return "Bearer " + token;
  }

  /** What a token service answers with; empty when that is no token. */
  private static String token(Answer answer) throws IOException {
    try {
      JsonNode json = JSON.readTree(answer.body());
      return json.path("token").asText(json.path("access_token").asText());
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  private URI address(String text) throws IOException {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          registry + ": names the address '" + Printable.of(text) + "'. Try: its address.", e);
    }
  }

  /** Why it refuses, as it says itself: {@code errors[].code} and {@code message}. */
  private static String said(Answer answer) {
    JsonNode first;
    try {
      first = JSON.readTree(answer.body()).path("errors").path(0);
    } catch (IOException e) {
      return "";
    }
    String text = (first.path("code").asText() + " " + first.path("message").asText()).strip();
    return text.isEmpty()
        ? ""
        : ": " + Printable.of(text.substring(0, Math.min(MAX_SHOWN, text.length())));
  }
}
