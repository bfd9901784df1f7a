package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.source.Ec2Answer;
import java.util.function.Function;

/**
 * A source that always asks the same.
 *
 * @param source its name
 * @param operation the call that fills it
 * @param neverEmpty whether an answer with nothing in it cannot be true
 * @param call asks, and gives the answer as the aws command line prints it
 * @param reader reads it
 */
record PlainFeed(
    String source,
    String operation,
    boolean neverEmpty,
    Call call,
    Function<JsonNode, Ec2Answer> reader)
    implements Feed {

  /** One way to ask. */
  @FunctionalInterface
  interface Call {
    JsonNode ask() throws Exception;
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public Answer ask() throws Exception {
    JsonNode document = call.ask();
    Ec2Answer answer = reader.apply(document);
    return new Answer(answer.facts(), answer.items(), document);
  }
}
