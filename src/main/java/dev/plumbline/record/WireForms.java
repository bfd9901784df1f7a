package dev.plumbline.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Unrecorded;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.Derivation;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.log.SortedNodes;
import dev.plumbline.scenario.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forms that facts and conclusions have in the log. Not thread-safe: ids are cached. */
final class WireForms {

  private static final JsonMapper JSON =
      JsonMapper.builder().nodeFactory(SortedNodes.INSTANCE).build();
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int ID = 32;
  // More than change at once; not all of a region, which the first entry names. With 24,577 the
  // table of a map becomes twice as large.
  private static final int MAX_CACHED_IDS = 24_000;

  private static final long MAX_SAFE_INTEGER = 1L << 53;

  private Map<Conclusion, Id> ids = new HashMap<>();

  static ObjectNode of(Fact fact) {
    return tree(json -> WireForm.write(fact, json));
  }

  static ObjectNode of(Conclusion conclusion) {
    return tree(json -> WireForm.write(conclusion, json));
  }

  /** An id in a third of the memory of its text. */
  private record Id(long high, long low) {

    static Id parse(String text) {
      return new Id(
          HexFormat.fromHexDigitsToLong(text, 0, ID / 2),
          HexFormat.fromHexDigitsToLong(text, ID / 2, ID));
    }

    String text() {
      return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
  }

  /** The first 32 hexadecimal digits of SHA-256 over its wire form, compact. */
  String id(Conclusion conclusion) {
    Id known = ids.get(conclusion);
    if (known != null) {
      return known.text();
    }
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      WireForm.write(conclusion, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String id = sha256(out.toByteArray()).substring(0, ID);
    if (ids.size() >= MAX_CACHED_IDS) {
      ids = new HashMap<>();
    }
    ids.put(conclusion, Id.parse(id));
    return id;
  }

  @FunctionalInterface
  interface Joins {

    /** Of logs of form 1: every conclusion is recorded. */
    Joins NONE = conclusion -> null;

    /** Since form 2: a conclusion that is a step to others is not. */
    static Joins of(Settlement settlement) {
      return each -> each instanceof Unrecorded ? settlement.derivations(each) : null;
    }

    /** The derivations recorded in place of a conclusion; null when it is recorded itself. */
    @Nullable List<Derivation> derivations(Conclusion conclusion);
  }

  ObjectNode full(Concluded concluded, Joins joins) {
    ObjectNode node = brief(concluded);
    node.set("because", because(concluded.derivations(), joins));
    return node;
  }

  ObjectNode brief(Concluded concluded) {
    ObjectNode node = JSON.createObjectNode();
    node.set("conclusion", of(concluded.conclusion()));
    node.put("id", id(concluded.conclusion()));
    return node;
  }

  /** Why a conclusion holds: each way with its rule, the keys of facts, the ids of conclusions. */
  ArrayNode because(List<Derivation> derivations, Joins joins) {
    return because(derivations, joins, new ArrayDeque<>());
  }

  private ArrayNode because(
      List<Derivation> derivations, Joins joins, ArrayDeque<Conclusion> above) {
    ArrayNode list = JSON.createArrayNode();
    for (Derivation derivation : derivations) {
      String file = derivation.rule().file();
      ObjectNode node =
          list.addObject()
              .put("rule", derivation.rule().id())
              // Where the file was read from does not count: what it says is kept by its digest.
              .put("file", file.substring(file.lastIndexOf('/') + 1))
              .put("line", derivation.rule().line());
      ArrayNode facts = node.putArray("facts");
      derivation.facts().forEach(facts::add);
      ArrayNode conclusions = node.putArray("conclusions");
      for (Conclusion each : derivation.conclusions()) {
        List<Derivation> join = joins.derivations(each);
        if (join == null) {
          conclusions.add(id(each));
        } else if (!above.contains(each)) {
          above.push(each);
          node.withArray("via").add(because(join, joins, above));
          above.pop();
        }
      }
    }
    return list;
  }

  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @FunctionalInterface
  private interface Written {
    void to(JsonGenerator json) throws IOException;
  }

  private static ObjectNode tree(Written written) {
    try (var buffer = new TokenBuffer(JSON, false)) {
      written.to(buffer);
      JsonNode tree = JSON.readTree(buffer.asParser());
      ObjectNode node = (ObjectNode) tree;
      exact(node);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Converts numbers that JSON cannot represent exactly to text. */
  private static void exact(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        JsonNode value = field.getValue();
        if (value.isIntegralNumber() && Math.abs(value.longValue()) > MAX_SAFE_INTEGER) {
          object.put(field.getKey(), value.asText());
        } else {
          exact(value);
        }
      }
    }
  }

  static final class FactForm {

    private FactForm() {}

    static Fact read(JsonNode wire) {
      if (!wire.isObject() || wire.size() != 1) {
        throw new IllegalArgumentException(
            wire + " is not a fact: one type with its fields expected");
      }
      Map.Entry<String, JsonNode> only = wire.properties().iterator().next();
      RecordType type = FactTypes.named(only.getKey());
      if (type == null) {
        throw new IllegalArgumentException(
            only.getKey()
                + " is not a type of fact. "
                + Nearest.suggestion(
                    only.getKey(), FactTypes.ALL.stream().map(RecordType::name).toList())
                + " It may have been recorded by another version of the program.");
      }
      return (Fact) RecordReader.read(type, numbers(type, only.getValue()));
    }

    private static JsonNode numbers(RecordType type, JsonNode fields) {
      ObjectNode copy = null;
      for (RecordType.Property component : type.components()) {
        @Nullable JsonNode value = fields.get(component.name());
        boolean whole = component.type() == long.class || component.type() == Long.class;
        if (whole && value != null && value.isTextual()) {
          copy = copy == null ? fields.deepCopy() : copy;
          copy.put(component.name(), Long.parseLong(value.textValue()));
        }
      }
      return copy == null ? fields : copy;
    }
  }
}
