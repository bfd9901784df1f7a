import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Writes down of what this program is built: the commit, its time, and the versions that the build
 * names. Nothing of it differs between two builds of one commit.
 *
 * <p>Run by the build: {@code java GenerateBuildInfo.java CHECKOUT CLASSES QUARKUS DROOLS VERSION}.
 * Where there is no git, {@code SOURCE_COMMIT} and {@code SOURCE_DATE_EPOCH} tell commit and time.
 */
public final class GenerateBuildInfo {

  private static final String UNKNOWN = "unknown";

  private GenerateBuildInfo() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path checkout = Path.of(args[0]);
    String text =
        "version=%s\ncommit=%s\ntime=%s\nquarkus=%s\ndrools=%s\n"
            .formatted(args[4], commit(checkout), time(checkout), args[2], args[3]);
    Path file = Path.of(args[1]).resolve("META-INF/plumbline/build.properties");
    // Left alone when it says so already, so that nothing is built anew for it.
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }

  private static String commit(Path checkout) throws InterruptedException {
    String told = System.getenv("SOURCE_COMMIT");
    return told != null && !told.isBlank()
        ? told.strip()
        : git(checkout, "rev-parse", "--short=12", "HEAD");
  }

  private static String time(Path checkout) throws InterruptedException {
    String told = System.getenv("SOURCE_DATE_EPOCH");
    if (told != null && !told.isBlank()) {
      return Instant.ofEpochSecond(Long.parseLong(told.strip())).toString();
    }
    String time = git(checkout, "log", "-1", "--format=%cI");
    return time.equals(UNKNOWN) ? time : OffsetDateTime.parse(time).toInstant().toString();
  }

  /** What git answers; unknown when there is none, or this is no checkout. */
  private static String git(Path checkout, String... question) throws InterruptedException {
    var command = new java.util.ArrayList<>(List.of("git", "-C", checkout.toString()));
    command.addAll(List.of(question));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String answer =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = git.waitFor(10, TimeUnit.SECONDS);
      return ended && git.exitValue() == 0 && !answer.isEmpty() ? answer : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
