package dev.plumbline.host.rules;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps revisions for as long as the process lives. */
public final class MemoryStore implements RevisionStore {

  private final List<RevisionRequest> requests = new CopyOnWriteArrayList<>();
  private volatile RevisionHistory history = RevisionHistory.NONE;

  @Override
  public RevisionHistory read() {
    return history;
  }

  @Override
  public void write(RevisionHistory next) {
    history = next;
  }

  @Override
  public List<RevisionRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void ask(RevisionRequest request) {
    requests.add(request);
  }

  @Override
  public void answered(RevisionRequest request) {
    requests.remove(request);
  }

  @Override
  public String place() {
    return "this process";
  }
}
