package dev.plumbline.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The credential helpers of Docker: programs {@code docker-credential-NAME} of the search path,
 * such as {@code docker-credential-ecr-login}, which the {@code config.json} of Docker names.
 */
final class CredentialHelpers {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final int MAX_ANSWER = 64 * 1024;

  /** What a helper calls the name of somebody who has a token to get tokens by, and no password. */
  private static final String IDENTITY_TOKEN = "<token>";

  private final Map<String, String> environment;
  private final Duration limit;

  /**
   * Runs nothing yet.
   *
   * @param environment of the helpers, and the search path
   * @param limit how long a helper may take
   */
  CredentialHelpers(Map<String, String> environment, Duration limit) {
    this.environment = Map.copyOf(environment);
    this.limit = limit;
  }

  /** As whom to connect. */
  record Login(String username, String password) {

    @Override
    public String toString() {
      return username + ", with a password";
    }
  }

  /**
   * Asks a helper.
   *
   * @param name ecr-login, for the program docker-credential-ecr-login
   * @param server as Docker calls it: a host, or {@code https://index.docker.io/v1/}
   * @return null when it knows nobody there
   * @throws IOException when it is not there, fails, or answers with something else
   */
  @Nullable Login get(String name, String server) throws IOException {
    Path program = program(name);
    var builder = new ProcessBuilder(List.of(program.toString(), "get"));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    CompletableFuture<Process> ended =
        process.onExit().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Process> killed =
        ended.whenComplete(
            (done, late) -> {
              if (late != null) {
                process.destroyForcibly();
              }
            });
    send(process, server);
    byte[] answer = process.getInputStream().readNBytes(MAX_ANSWER + 1);
    try {
      if (killed.join().exitValue() == 0) {
        return login(program, answer);
      }
    } catch (CompletionException e) {
      throw new IOException(
          program + ": has not answered within " + limit.toSeconds() + " s. Try: run it.", e);
    }
    String said = new String(answer, StandardCharsets.UTF_8).strip();
    if (said.toLowerCase(Locale.ROOT).contains("credentials not found")) {
      return null;
    }
    throw new IOException(
        "%s: has failed for %s, with exit code %d: %s. Try: echo %s | %s get"
            .formatted(
                program,
                server,
                process.exitValue(),
                said.lines().findFirst().orElse("it says nothing"),
                server,
                program.getFileName()));
  }

  /** A program that does not read its input may have ended before. */
  private static void send(Process process, String server) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(server.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // its exit code says more
    }
  }

  private Path program(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IOException("'" + name + "' is no name of a credential helper of Docker");
    }
    String file = "docker-credential-" + name;
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path program = Path.of(folder).resolve(file);
      if (program.isAbsolute() && Files.isExecutable(program)) {
        return program;
      }
    }
    throw new IOException(
        file
            + ", which the configuration of Docker names, is not in PATH. Try: install it; or set"
            + " PLUMBLINE_RULES_BUNDLE_USERNAME and PLUMBLINE_RULES_BUNDLE_PASSWORD.");
  }

  private static Login login(Path program, byte[] answer) throws IOException {
    JsonNode json;
    try {
      json = answer.length > MAX_ANSWER ? JSON.missingNode() : JSON.readTree(answer);
    } catch (JsonProcessingException e) {
      json = JSON.missingNode();
    }
    JsonNode username = json.path("Username");
    JsonNode secret = json.path("Secret");
    if (!username.isTextual() || !secret.isTextual()) {
      throw new IOException(program + ": answers with something else than a user and a secret");
    }
    if (username.textValue().equals(IDENTITY_TOKEN)) {
      throw new IOException(
          program
              + ": has an identity token, which is not supported. Try: docker login with a password"
              + " or an access token.");
    }
    return new Login(username.textValue(), secret.textValue());
  }
}
