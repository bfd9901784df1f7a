package dev.plumbline.log.store;

import java.io.IOException;

/** Files with defined durability after a crash. */
interface Disk extends LogFiles {

  /** The length of a file in bytes; negative when it does not exist. */
  long length(String name) throws IOException;

  /** Appends to a file, creating it if needed. Durable only after {@link #sync}. */
  void append(String name, byte[] bytes) throws IOException;

  /** Closes a file for appending until the next append. */
  default void done(String name) throws IOException {}

  void sync(String name) throws IOException;

  /** Truncates a file. Durable only after {@link #sync}. */
  void truncate(String name, long length) throws IOException;

  /** Renames a file atomically, replacing the target; durable. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file if it exists; durable with the next durable operation. */
  void delete(String name) throws IOException;

  /** Replaces a file atomically. */
  default void replace(String name, byte[] bytes) throws IOException {
    String unfinished = name + Segment.UNFINISHED;
    delete(unfinished);
    append(unfinished, bytes);
    sync(unfinished);
    rename(unfinished, name);
  }
}
