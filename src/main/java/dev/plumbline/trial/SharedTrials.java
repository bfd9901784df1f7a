package dev.plumbline.trial;

import dev.plumbline.language.InvalidInputException;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** The trials of this program, which host and admission share: one at a time. */
@ApplicationScoped
public class SharedTrials implements Trials {

  /** In MiB: with less, not even the shipped rules are compiled. */
  private static final int MIN_MEMORY = 64;

  private final TrialSettings settings;
  private @Nullable Trials made;

  public SharedTrials(TrialSettings settings) {
    this.settings = settings;
  }

  /**
   * Looks at the settings before anything rests on them.
   *
   * @throws InvalidInputException when one is out of range
   */
  public void validate() {
    require(settings.memory() >= MIN_MEMORY, "memory", settings.memory(), MIN_MEMORY + " or more");
    require(settings.processors() > 0, "processors", settings.processors(), "1");
    require(settings.uses() > 0, "uses", settings.uses(), "1 or more");
    require(settings.duration().isPositive(), "duration", settings.duration(), "60s");
    require(settings.cpu().isPositive(), "cpu", settings.cpu(), "60s");
    require(settings.idle().isPositive(), "idle", settings.idle(), "10m");
  }

  private static void require(boolean valid, String name, Object value, String advice) {
    if (!valid) {
      throw new InvalidInputException(
          new IllegalArgumentException(
              "plumbline.trial.%s: %s is too little. Try: %s.".formatted(name, value, advice)));
    }
  }

  private synchronized Trials made() {
    Trials now = made;
    if (now == null) {
      now = ProcessTrials.of(settings);
      made = now;
    }
    return now;
  }

  @Override
  public @Nullable TrialVerdict tried(TrialRequest request) throws InterruptedException {
    return made().tried(request);
  }

  @Override
  public @Nullable String fault() {
    return made().fault();
  }

  @Override
  public void warm() {
    made().warm();
  }

  @Override
  public void endIfIdle() {
    made().endIfIdle();
  }

  @PreDestroy
  @Override
  public synchronized void close() {
    if (made != null) {
      made.close();
      made = null;
    }
  }
}
