package dev.plumbline.audit.store;

import dev.plumbline.audit.LogFaultException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.Locale;

/** What kind of fault a file system reports. */
final class Faults {

  private Faults() {}

  /** As the log tells it. */
  static LogFaultException of(String place, Exception cause) {
    return new LogFaultException(
        code(cause), place + ": the decision log cannot be written: " + words(cause), cause);
  }

  private static String words(Exception cause) {
    String words = cause.getMessage();
    return cause instanceof AccessDeniedException
        ? "access denied to " + words
        : words == null ? cause.toString() : words;
  }

  private static String code(Exception cause) {
    String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (words.contains("no space left")) {
      return "NoSpace";
    }
    if (words.contains("quota")) {
      return "QuotaExceeded";
    }
    if (words.contains("read-only") || cause instanceof ReadOnlyFileSystemException) {
      return "ReadOnly";
    }
    if (cause instanceof AccessDeniedException) {
      return "AccessDenied";
    }
    return cause instanceof IOException ? "IOError" : cause.getClass().getSimpleName();
  }
}
