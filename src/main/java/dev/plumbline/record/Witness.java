package dev.plumbline.record;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.WitnessKey;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Proofs;
import dev.plumbline.log.store.StoredLog;
import java.io.IOException;
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
import org.jspecify.annotations.Nullable;

/**
 * Has the newest checkpoint of a log in a folder cosigned by a witness (C2SP tlog-witness), who
 * signs only what continues all that it has signed before: from then on, who has the key of the log
 * cannot replace what is below.
 */
final class Witness implements CheckpointKeeper.Place {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int CONFLICT = 409;
  private static final int MAX_SHOWN = 200;

  private final URI url;
  private final WitnessKey key;
  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Sends no request before {@link #keep}.
   *
   * @param url where the witness answers, without {@code /add-checkpoint}
   */
  Witness(URI url, WitnessKey key, Path folder) {
    this.url = URI.create(url.toString().replaceAll("/+$", "") + "/add-checkpoint");
    this.key = key;
    this.folder = folder;
  }

  @Override
  public String kind() {
    return "witness";
  }

  @Override
  public String name() {
    return url.toString();
  }

  @Override
  public boolean keep() throws IOException, InterruptedException {
    return next() != null;
  }

  /**
   * Has the newest checkpoint cosigned, if it is newer than the last one that was.
   *
   * @return when the witness saw it, by its clock; null when there is nothing newer
   * @throws IOException when the witness cannot be asked, or refuses
   * @throws IllegalArgumentException when what it answers is no cosignature of it
   */
  @Nullable Instant next() throws IOException, InterruptedException {
    try (var files = new LogFolder(folder)) {
      var log = new StoredLog(files);
      byte[] last = files.bytes(key.file());
      long seen = last == null ? 0 : read(last).head().size();
      long size = log.head().size();
      if (size <= seen) {
        return null;
      }
      Answer answer = ask(log, seen);
      if (answer.response().statusCode() == CONFLICT) {
        // It has seen another size than this folder tells: one that was restored, or is new here.
        answer = ask(log, Long.parseLong(answer.response().body().strip()));
      }
      HttpResponse<String> response = answer.response();
      if (response.statusCode() != 200) {
        String body = response.body().strip();
        throw new IOException(
            "HTTP "
                + response.statusCode()
                + ": "
                + body.substring(0, Math.min(body.length(), MAX_SHOWN)));
      }
      Checkpoint cosigned = key.cosigned(answer.sent(), response.body());
      Path beside = folder.resolve(key.file() + ".new");
      Files.writeString(beside, cosigned.note());
      Files.move(
          beside,
          folder.resolve(key.file()),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return key.cosigned(cosigned);
    }
  }

  /** What a witness says to a checkpoint. */
  private record Answer(Checkpoint sent, HttpResponse<String> response) {}

  private Answer ask(StoredLog log, long old) throws IOException, InterruptedException {
    String body = Proofs.consistency(log, old, -1);
    // The log may grow meanwhile.
    Checkpoint sent = Checkpoint.read(body.substring(body.indexOf("\n\n") + 2));
    return new Answer(
        sent,
        client.send(
            HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString()));
  }

  private static Checkpoint read(byte[] note) {
    return Checkpoint.read(new String(note, StandardCharsets.UTF_8));
  }
}
