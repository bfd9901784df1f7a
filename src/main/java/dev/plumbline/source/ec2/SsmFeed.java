package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Values;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import dev.plumbline.source.ec2.AwsQueries.SdkJson;
import dev.plumbline.source.ec2.Ec2Source.ListingNeed;
import dev.plumbline.source.ec2.Ec2Source.Needs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ssm.model.GetParametersResponse;
import software.amazon.awssdk.services.ssm.model.Parameter;
import software.amazon.awssdk.services.ssm.model.SsmException;

/**
 * The SSM parameters that the rules need, by name and below paths. A path has hundreds of
 * parameters in pages of ten, and rarely another one: it is listed anew after an hour, or as soon
 * as a parameter below it names what is not in the listing.
 */
final class SsmFeed implements Feed {

  private static final int MAX_NAMES = 10;
  private static final Duration LISTING_INTERVAL = Duration.ofHours(1);
  private static final Duration LISTING_LIMIT = Duration.ofDays(1);

  /** Codes of a single name: they must not block the others. */
  private static final List<String> OF_ONE_NAME =
      List.of("ValidationException", "AccessDeniedException");

  private final AwsQueries queries;
  private final Needs needs;
  private final Clock clock;
  private final Map<ListingNeed, Listing> listings = new HashMap<>();

  SsmFeed(AwsQueries queries, Needs needs, Clock clock) {
    this.queries = queries;
    this.needs = needs;
    this.clock = clock;
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
    var asked = new ArrayList<>(names);
    Set<ListingNeed> below = needs.listings();
    listings.keySet().retainAll(below);
    for (ListingNeed need :
        below.stream().sorted(Comparator.comparing(ListingNeed::path)).toList()) {
      list(need, read);
      asked.add(need.path());
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
    facts.add(new SourceScope(source(), Values.of(asked)));
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

  /** Adds what stands below a path, except what was read by name. */
  private void list(ListingNeed need, Read read) throws InterruptedException {
    Listing known = listings.get(need);
    Instant now = clock.instant();
    if (known == null || known.outdated(now) || !known.values.containsAll(read.values(need))) {
      try {
        known = new Listing(now, pages(need));
        listings.put(need, known);
      } catch (SsmException e) {
        if (OF_ONE_NAME.contains(ErrorCode.of(e))) {
          read.errors.put(need.path(), ErrorCode.of(e));
          return;
        }
        if (known == null || !now.isBefore(known.at.plus(LISTING_LIMIT))) {
          throw e;
        }
      }
    }
    known.rows.forEach(read::addOnce);
  }

  private List<Parameter> pages(ListingNeed need) throws InterruptedException {
    var pages =
        queries
            .clients()
            .ssm()
            .getParametersByPathPaginator(
                request -> request.path(need.path()).recursive(true).maxResults(MAX_NAMES))
            .iterator();
    var rows = new ArrayList<Parameter>();
    do {
      queries.awaitToken();
      for (Parameter each : pages.next().parameters()) {
        if (need.covers(each.name())) {
          rows.add(each);
        }
      }
    } while (pages.hasNext());
    return rows;
  }

  private record Listing(Instant at, List<Parameter> rows, Set<String> values) {

    Listing(Instant at, List<Parameter> rows) {
      this(at, rows, rows.stream().map(Parameter::value).collect(Collectors.toSet()));
    }

    boolean outdated(Instant now) {
      return !now.isBefore(at.plus(LISTING_INTERVAL));
    }
  }

  private static final class Read {

    final Set<String> names = new HashSet<>();

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
      names.add(row.path("Name").asText());
      parameters.add(row);
    }

    void addOnce(Parameter parameter) {
      if (!names.contains(parameter.name())) {
        add(parameter);
      }
    }

    /** The values of those that a listing must have too. */
    Set<String> values(ListingNeed need) {
      var values = new HashSet<String>();
      for (JsonNode row : parameters) {
        if (need.covers(row.path("Name").asText())) {
          values.add(row.path("Value").asText());
        }
      }
      return values;
    }

    void refused(String name, SsmException e) {
      refused = e;
      refusals++;
      errors.put(name, ErrorCode.of(e));
    }
  }
}
