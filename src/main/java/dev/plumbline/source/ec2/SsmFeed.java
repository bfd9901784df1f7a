package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Values;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import dev.plumbline.source.ec2.AwsQueries.SdkJson;
import dev.plumbline.source.ec2.Ec2Source.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ssm.model.GetParametersResponse;
import software.amazon.awssdk.services.ssm.model.Parameter;
import software.amazon.awssdk.services.ssm.model.SsmException;

/** The SSM parameters that the rules need. */
final class SsmFeed implements Feed {

  private static final int MAX_NAMES = 10;

  /** Codes of a single name: they must not block the others. */
  private static final List<String> OF_ONE_NAME =
      List.of("ValidationException", "AccessDeniedException");

  private final AwsQueries queries;
  private final Needs needs;

  SsmFeed(AwsQueries queries, Needs needs) {
    this.queries = queries;
    this.needs = needs;
  }

  @Override
  public String source() {
    return "ssm-parameters";
  }

  @Override
  public String operation() {
    return "GetParameters";
  }

  @Override
  public boolean neverEmpty() {
    return false;
  }

  @Override
  public boolean ready() {
    return needs.parameters() != null;
  }

  @Override
  public Answer query() throws Exception {
    Set<String> needed = needs.parameters();
    List<String> names = needed == null ? List.of() : List.copyOf(new TreeSet<>(needed));
    var read = new Read();
    for (int i = 0; i < names.size(); i += MAX_NAMES) {
      several(names.subList(i, Math.min(names.size(), i + MAX_NAMES)), read);
    }
    if (read.refused != null && read.refusals == names.size()) {
      throw read.refused;
    }
    ObjectNode document =
        AwsQueries.document(
            object -> {
              object.set("Parameters", read.parameters);
              object.set("InvalidParameters", read.missing);
              object.set("Errors", read.errors);
            });
    Ec2Answer answer = Ec2Answer.ssmParameters(document);
    var facts = new ArrayList<Fact>(answer.facts());
    facts.add(new SourceScope(source(), Values.of(names)));
    return new Answer(facts, answer.items(), document);
  }

  private void several(List<String> names, Read read) throws InterruptedException {
    queries.awaitToken();
    GetParametersResponse answer;
    try {
      answer = queries.clients().ssm().getParameters(request -> request.names(names));
    } catch (SsmException e) {
      if (!OF_ONE_NAME.contains(ErrorCode.of(e))) {
        throw e;
      }
      if (names.size() == 1) {
        read.refused(names.getFirst(), e);
      } else {
        for (String name : names) {
          several(List.of(name), read);
        }
      }
      return;
    }
    answer.parameters().forEach(read::add);
    answer.invalidParameters().forEach(read.missing::add);
  }

  private static final class Read {

    final ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
    final ArrayNode missing = JsonNodeFactory.instance.arrayNode();
    final ObjectNode errors = JsonNodeFactory.instance.objectNode();
    @Nullable SsmException refused;
    int refusals;

    /** By the requested name, which may end in a version or a label. */
    void add(Parameter parameter) {
      ObjectNode row = SdkJson.of(parameter, FieldMask.of("Parameters"));
      if (parameter.selector() != null && !parameter.name().endsWith(parameter.selector())) {
        row.put("Name", parameter.name() + parameter.selector());
      }
      parameters.add(row);
    }

    void refused(String name, SsmException e) {
      refused = e;
      refusals++;
      errors.put(name, ErrorCode.of(e));
    }
  }
}
