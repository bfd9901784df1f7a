package dev.plumbline.revision;

import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFolder;
import dev.plumbline.source.FolderWatch;
import dev.plumbline.work.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rule text in a folder, which is watched. It is offered once two reads agree, so that
 * partially written files are not read. A folder that cannot be read is offered with what it held
 * last and the reason.
 */
public final class FolderRules implements RuleOffer.Source {

  /** How long a folder must be unchanged before it is offered. */
  private static final Duration READ = Duration.ofMinutes(1);

  private static final Duration SETTLE_TIME = Duration.ofMillis(100);

  private static final Duration MAX_WAIT = Duration.ofDays(1);

  private final Path folder;
  private final FolderWatch news;
  private final Worker thread = Worker.of("plumbline-rule-folder", this::run);
  private @Nullable RuleOffer offered;
  private @Nullable Consumer<RuleOffer> sink;

  /** Reads nothing before it is started. */
  public FolderRules(Path folder, Duration poll) {
    this.folder = folder;
    this.news = new FolderWatch(folder, poll);
  }

  @Override
  public void start(Consumer<RuleOffer> sink) {
    this.sink = sink;
    thread.start();
  }

  @Override
  public void close() {
    news.close();
    try {
      if (sink != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    do {
      Worker.at("read rules", READ);
      look();
      Worker.idle();
    } while (news.await(MAX_WAIT));
  }

  private void look() {
    RuleOffer now = read();
    if (now.equals(offered)) {
      return;
    }
    if (!news.pause(SETTLE_TIME) || !read().equals(now)) {
      news.again();
      return;
    }
    offered = now;
    if (sink != null) {
      sink.accept(now);
    }
  }

  private RuleOffer read() {
    try {
      return offer(RuleFolder.read(folder), List.of());
    } catch (InvalidRulesException e) {
      SortedMap<String, String> last =
          offered == null ? Collections.emptySortedMap() : offered.files();
      return offer(last, String.valueOf(e.getMessage()).lines().toList());
    }
  }

  /** Without an author, which the file system does not record. */
  private RuleOffer offer(SortedMap<String, String> files, List<String> problems) {
    return new RuleOffer(
        files, "folder " + folder, null, null, Collections.emptySortedMap(), problems);
  }
}
