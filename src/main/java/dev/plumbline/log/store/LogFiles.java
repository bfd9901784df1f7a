package dev.plumbline.log.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

public interface LogFiles {

  /** Where, for people: a folder, {@code s3://bucket/prefix}. */
  String place();

  /** The names that begin with {@code under} and a slash, at any depth, in order. */
  List<String> names(String under) throws IOException;

  @Nullable InputStream open(String name) throws IOException;

  default byte @Nullable [] bytes(String name) throws IOException {
    try (InputStream in = open(name)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
