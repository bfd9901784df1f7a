package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
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

  record Answer(List<Fact> facts, int items, @Nullable JsonNode document) {}

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
