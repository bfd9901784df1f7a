package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One query to AWS that is repeated. */
interface Feed {

  String source();

  /** The call that fills it: DescribeImages. */
  String operation();

  /** Whether an answer with nothing in it cannot be true. */
  boolean neverEmpty();

  boolean ready();

  Answer query() throws Exception;

  /**
   * @param document the answer as it is recorded; null when it is not
   * @param fallback null when the source has answered
   */
  record Answer(
      List<Fact> facts, int items, @Nullable JsonNode document, @Nullable Fallback fallback) {

    Answer(List<Fact> facts, int items, @Nullable JsonNode document) {
      this(facts, items, document, null);
    }
  }

  /**
   * What is published in place of an answer.
   *
   * @param of its date
   */
  record Fallback(Instant of, Exception cause) {}

  final class CallFailedException extends Exception {

    private static final long serialVersionUID = 1;
    private final String operation;

    CallFailedException(String operation, Throwable cause) {
      super(cause);
      this.operation = operation;
    }

    String operation() {
      return operation;
    }
  }
}
