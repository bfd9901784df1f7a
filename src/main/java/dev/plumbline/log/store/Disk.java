package dev.plumbline.log.store;

import java.io.IOException;

/** Files that can be written so that it is known what outlives a crash. */
interface Disk extends LogFiles {

  /** How long a file is; negative when there is none. */
  long length(String name) throws IOException;

  /** Adds to the end of a file, or makes it. Durable only after {@link #sync}. */
  void append(String name, byte[] bytes) throws IOException;

  /** Nothing more is added to a file for now. */
  default void done(String name) throws IOException {}

  /** Makes all of a file durable, its name too. */
  void sync(String name) throws IOException;

  /** Cuts a file off. Durable only after {@link #sync}. */
  void truncate(String name, long length) throws IOException;

  /** Gives a file another name in one step, in place of what has it; durable. */
  void rename(String from, String to) throws IOException;

  /** Removes a file, if it is there; durable with the next thing that is. */
  void delete(String name) throws IOException;

  /** Writes a whole file that is there whole or not at all. */
  default void replace(String name, byte[] bytes) throws IOException {
    String unfinished = name + Segment.UNFINISHED;
    delete(unfinished);
    append(unfinished, bytes);
    sync(unfinished);
    rename(unfinished, name);
  }
}
