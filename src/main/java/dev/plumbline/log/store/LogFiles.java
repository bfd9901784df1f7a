package dev.plumbline.log.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

public interface LogFiles {

  /** Where, for people: a folder, {@code s3://bucket/prefix}. */
  String place();

  /** The names that begin with {@code under} and a slash, at any depth, in order. */
  List<String> names(String under) throws IOException;

  @Nullable InputStream open(String name) throws IOException;

  /**
   * The same files for a long work over them: reads wait for what does not answer for some time.
   *
   * @param report takes a line when that begins, and when there is an answer again
   */
  default LogFiles patient(Consumer<String> report) {
    return this;
  }

  /** The segments that begin at this entry or later, in order. */
  default List<Segment> segments(long from) throws IOException {
    return Segment.all(this).stream().filter(segment -> segment.first() >= from).toList();
  }

  /** The first segment that is kept; null when there is none. */
  default @Nullable Segment firstSegment() throws IOException {
    List<Segment> all = segments(0);
    return all.isEmpty() ? null : all.getFirst();
  }

  /** What holds a file, for people: its own name, or that of the object that it is part of. */
  default String holder(String name) {
    return name;
  }

  default byte @Nullable [] bytes(String name) throws IOException {
    try (InputStream in = open(name)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
