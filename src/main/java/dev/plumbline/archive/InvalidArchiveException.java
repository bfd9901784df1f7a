package dev.plumbline.archive;

/** An archive that cannot be used; the message says why, in words that follow its name. */
public final class InvalidArchiveException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Kind kind;

  InvalidArchiveException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** What kind of archive it is instead of a usable one. */
  public enum Kind {
    NOT_GZIP,
    BROKEN,
    TOO_LARGE
  }
}
