package dev.plumbline.log;

import dev.plumbline.log.Entry.Draft;
import java.util.List;

/** A log that can be written, by one thread at a time and by one process. */
public interface DecisionLog extends LogReader, AutoCloseable {

  /**
   * Appends entries in this order. When this returns, they and all stored content are durable, with
   * a signed checkpoint.
   *
   * @throws LogFaultException when the entries could not be made durable: the log contains none of
   *     them
   */
  long append(List<Draft> drafts);

  /**
   * Checks that what was appended is still where readers find it. It reads no content: {@code
   * plumbline audit verify} does.
   *
   * @throws LogFaultException when files were removed, replaced or cut ({@code Altered}); appending
   *     fails as well until they are back
   */
  default void check() {}

  /**
   * Keeps content under its digest, once.
   *
   * @return {@code sha256:} and 64 hexadecimal digits, to be named in an entry
   */
  String store(byte[] content);

  @Override
  void close();

  /**
   * The head of a log.
   *
   * @param origin identifies the log: the first line of its checkpoints, {@code
   *     plumbline.dev/log/production}
   * @param root the root of their Merkle tree (RFC 6962), lower-case hexadecimal
   */
  public record LogHead(String origin, long size, String root) {}
}
