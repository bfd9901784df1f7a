package dev.plumbline.trial;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** The trials of this program, which host and admission share: one at a time. */
@ApplicationScoped
public class SharedTrials implements Trials {

  private final TrialSettings settings;
  private @Nullable Trials made;

  public SharedTrials(TrialSettings settings) {
    this.settings = settings;
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

  @PreDestroy
  @Override
  public synchronized void close() {
    if (made != null) {
      made.close();
      made = null;
    }
  }
}
