package dev.plumbline.cli.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.client.Loopback;
import dev.plumbline.language.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A running Plumbline, over HTTP, in the name that a token proves. */
final class RunningProgram {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ANSWER = 64 * 1024;

  private final String url;
  private final Path tokenFile;
  private final boolean unencrypted;

  /**
   * @param url where its page is: {@code https://plumbline.example.com}
   * @param tokenFile holds the token
   * @param unencrypted whether the token may leave this machine unencrypted
   */
  RunningProgram(String url, Path tokenFile, boolean unencrypted) {
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.tokenFile = tokenFile;
    this.unencrypted = unencrypted;
  }

  /**
   * Approves a revision or rolls back to one.
   *
   * @param verb approve or rollback
   * @param digest at least the beginning of its digest
   * @return the digest, and in whose name that was requested ({@code by})
   * @throws dev.plumbline.language.InvalidInputException when it is refused or cannot be reached
   */
  JsonNode request(String verb, String digest) {
    String address = url + "/api/v1/rules/revisions/" + digest + "/" + verb;
    checkEncrypted(address);
    try (HttpClient client =
        HttpClient.newBuilder().connectTimeout(TIMEOUT).followRedirects(Redirect.NEVER).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address))
              .timeout(TIMEOUT)
              .header("Authorization", "Bearer " + token())
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{}"))
              .build();
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      String body;
      try (var stream = response.body()) {
        body = new String(stream.readNBytes(MAX_ANSWER), StandardCharsets.UTF_8);
      }
      return answer(address, response.statusCode(), body);
    } catch (IllegalArgumentException e) {
      throw invalid();
    } catch (IOException e) {
      throw Errors.badInput(
          address
              + ": cannot be reached: "
              + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
              + ". Try: kubectl port-forward, or the address of the page.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Errors.badInput(address + ": interrupted. Try: again.");
    }
  }

  /** Whoever sees the token can use it. */
  private void checkEncrypted(String address) {
    URI uri;
    try {
      uri = URI.create(address);
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
    if (uri.getScheme() == null || uri.getHost() == null) {
      throw invalid();
    }
    boolean open = uri.getScheme().equalsIgnoreCase("http") && !Loopback.is(uri.getHost());
    if (open && !unencrypted) {
      throw Errors.badInput(
          url
              + ": the token would be sent unencrypted. Try: https; or kubectl port-forward, and"
              + " --url http://localhost:8080; or --unencrypted where nobody else reads the network.");
    }
  }

  private InvalidInputException invalid() {
    return Errors.badInput("invalid --url '" + url + "'. Try: https://plumbline.example.com.");
  }

  private static JsonNode answer(String address, int status, String body) {
    JsonNode answer;
    try {
      answer = new JsonMapper().readTree(body);
    } catch (JsonProcessingException e) {
      throw Errors.badInput(
          address + ": answers " + status + " with no JSON. Try: the address of Plumbline itself.");
    }
    if (status != 200) {
      String detail = answer.path("detail").asText("no reason");
      throw Errors.badInput(address + ": answers " + status + ": " + detail);
    }
    return answer;
  }

  private String token() {
    String token;
    try {
      token = Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw Errors.badInput(
          tokenFile + ": cannot be read. Try: a file with the token of kubectl create token.");
    }
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw Errors.badInput(
          tokenFile + ": is not a token. Try: a file with the token alone, in one line.");
    }
    return token;
  }
}
