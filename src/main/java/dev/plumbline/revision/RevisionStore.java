package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Persists revisions. One replica writes the history; any may read it and file requests.
 *
 * <p>Every method throws {@link FaultException} when the place cannot be read or written.
 */
public interface RevisionStore {

  RevisionHistory read();

  /**
   * Records {@code history} in place of the one before: first the text of what is new in it, then,
   * in one step, which of them serves.
   */
  void write(RevisionHistory history);

  /** Pending requests, the oldest first. */
  List<RevisionRequest> requests();

  void ask(RevisionRequest request);

  void answered(RevisionRequest request);

  /** What this replica has begun and not reached a settlement with. */
  Attempts attempts();

  /** Records them, in place of those before. */
  void keep(Attempts attempts);

  /** Where it is, for people: {@code folder /var/lib/plumbline}. */
  String place();

  public static final class InMemory implements RevisionStore {

    private final List<RevisionRequest> requests = new CopyOnWriteArrayList<>();
    private volatile RevisionHistory history = RevisionHistory.NONE;
    private volatile Attempts attempts = Attempts.NONE;

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
    public Attempts attempts() {
      return attempts;
    }

    @Override
    public void keep(Attempts next) {
      attempts = next;
    }

    @Override
    public String place() {
      return "this process";
    }
  }

  /**
   * A store of revisions that cannot be read or written now. Its message is one line for people.
   */
  public static final class FaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    FaultException(String message, Throwable cause) {
      super(message, cause);
    }

    FaultException(String message) {
      super(message);
    }
  }
}
