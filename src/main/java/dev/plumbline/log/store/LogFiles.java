package dev.plumbline.log.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files a log is made of, by their names with {@code /}, wherever they are. */
public interface LogFiles {

  /** Where, for people: a folder, {@code s3://bucket/prefix}. */
  String place();

  /** The names that begin with {@code under} and a slash, at any depth, in order. */
  List<String> names(String under) throws IOException;

  /** A file from its beginning; null when there is none. */
  @Nullable InputStream open(String name) throws IOException;

  /** A whole file; null when there is none. */
  default byte @Nullable [] bytes(String name) throws IOException {
    try (InputStream in = open(name)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
