package dev.plumbline.audit.s3;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects under keys, as the log needs them. Keys are relative to a prefix. */
public interface Bucket extends AutoCloseable {

  /** Where, for people: {@code s3://bucket/prefix}. */
  String place();

  /**
   * Stores an object that is never changed.
   *
   * @return false when there is one of that key already, which stays as it is
   */
  boolean putNew(String key, byte[] content) throws IOException;

  /** Stores an object in place of the one before. */
  void put(String key, byte[] content) throws IOException;

  /** An object; null when there is none. */
  byte @Nullable [] get(String key) throws IOException;

  /** The keys that begin with {@code under} and a slash, in order. */
  List<String> list(String under) throws IOException;

  @Override
  default void close() {}
}
