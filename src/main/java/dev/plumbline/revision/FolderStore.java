package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.RevisionJson.BrokenException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps revisions in a folder: {@code index.json}, {@code revision-DIGEST.json}, {@code
 * request-ID.json}, {@code attempts.json}. Each file is there whole or not at all, whenever the
 * process or the machine stops; other files are ignored.
 */
public final class FolderStore implements RevisionStore {

  private static final Logger LOG = Logger.getLogger(FolderStore.class);

  private static final String INDEX = "index.json";
  private static final String CONTENT = "revision-";
  private static final String REQUEST = "request-";
  private static final String ATTEMPTS = "attempts.json";
  private static final String UNFINISHED = ".unfinished";

  private final Path folder;
  private final Consumer<String> steps;

  public FolderStore(Path folder) {
    this(folder, step -> {});
  }

  /**
   * @param steps called after each step, for tests: {@code index.json synced}
   */
  FolderStore(Path folder, Consumer<String> steps) {
    this.folder = folder;
    this.steps = steps;
  }

  @Override
  public RevisionHistory read() {
    String index = text(folder.resolve(INDEX));
    if (index == null) {
      return RevisionHistory.NONE;
    }
    try {
      return RevisionJson.history(index, this::content);
    } catch (BrokenException e) {
      throw new RevisionStore.FaultException(
          folder.resolve(INDEX)
              + " cannot be used: "
              + e.getMessage()
              + ". Try: restore it, or delete it: then what is offered serves without preview.");
    }
  }

  private @Nullable JsonNode content(String digest) {
    Path file = folder.resolve(name(digest));
    String text = text(file);
    try {
      if (text != null) {
        return RevisionJson.content(text, digest);
      }
      LOG.warnf("A revision is left out, its text is gone: file=%s", file);
    } catch (BrokenException e) {
      LOG.warnf(
          "A revision is left out, its text cannot be used: file=%s why=%s", file, e.getMessage());
    }
    return null;
  }

  @Override
  public void write(RevisionHistory history) {
    try {
      Files.createDirectories(folder);
      for (Revision each : history.revisions()) {
        String content = RevisionJson.content(each);
        if (!content.equals(text(folder.resolve(name(each.digest()))))) {
          write(name(each.digest()), content);
        }
      }
      write(INDEX, RevisionJson.index(history));
      Set<String> kept =
          history.revisions().stream().map(e -> name(e.digest())).collect(Collectors.toSet());
      for (Path file : files(CONTENT)) {
        if (!kept.contains(String.valueOf(file.getFileName()))) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw fault("written", e);
    }
  }

  @Override
  public List<RevisionRequest> requests() {
    var requests = new ArrayList<RevisionRequest>();
    try {
      for (Path file : files(REQUEST)) {
        String name = String.valueOf(file.getFileName());
        String text = text(file);
        String id = name.substring(REQUEST.length(), name.length() - ".json".length());
        try {
          if (text != null) {
            requests.add(RevisionJson.request(id, text));
          }
        } catch (BrokenException e) {
          LOG.warnf("A request is thrown away: file=%s why=%s", file, e.getMessage());
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw fault("read", e);
    }
    requests.sort(Comparator.comparing(RevisionRequest::at));
    return requests;
  }

  @Override
  public void ask(RevisionRequest request) {
    try {
      Files.createDirectories(folder);
      write(REQUEST + request.id() + ".json", RevisionJson.request(request));
    } catch (IOException e) {
      throw fault("written", e);
    }
  }

  @Override
  public void answered(RevisionRequest request) {
    try {
      Files.deleteIfExists(folder.resolve(REQUEST + request.id() + ".json"));
    } catch (IOException e) {
      throw fault("written", e);
    }
  }

  @Override
  public Attempts attempts() {
    String text = text(folder.resolve(ATTEMPTS));
    try {
      return text == null ? Attempts.NONE : RevisionJson.attempts(text);
    } catch (BrokenException e) {
      LOG.warnf(
          "What was begun is unknown: file=%s why=%s", folder.resolve(ATTEMPTS), e.getMessage());
      return Attempts.NONE;
    }
  }

  @Override
  public void keep(Attempts attempts) {
    try {
      if (attempts.byDigest().isEmpty()) {
        Files.deleteIfExists(folder.resolve(ATTEMPTS));
      } else {
        Files.createDirectories(folder);
        write(ATTEMPTS, RevisionJson.attempts(attempts));
      }
    } catch (IOException e) {
      throw fault("written", e);
    }
  }

  @Override
  public String place() {
    return "folder " + folder;
  }

  private void write(String name, String text) throws IOException {
    Path unfinished = folder.resolve(name + UNFINISHED);
    try (FileChannel file =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      steps.accept(name + " written");
      file.force(true);
      steps.accept(name + " synced");
    }
    Files.move(
        unfinished,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    steps.accept(name + " renamed");
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
    steps.accept(name + " kept");
  }

  private List<Path> files(String prefix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file -> {
                String name = String.valueOf(file.getFileName());
                return name.startsWith(prefix) && name.endsWith(".json");
              })
          .sorted()
          .toList();
    }
  }

  private @Nullable String text(Path file) {
    try {
      // Invalid UTF-8 is an invalid file; it must not affect the others.
      return Files.isRegularFile(file)
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          : null;
    } catch (IOException e) {
      throw fault("read", e);
    }
  }

  private static String name(String digest) {
    return CONTENT + digest + ".json";
  }

  private RevisionStore.FaultException fault(String what, Exception cause) {
    return new RevisionStore.FaultException(
        folder + ": cannot be " + what + ": " + cause + ". Try: check who owns the folder.", cause);
  }
}
