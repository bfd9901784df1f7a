package dev.plumbline.flink;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.RuleChange;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import java.util.LinkedHashMap;
import java.util.Map;

/** The other rules, sent as text to every TaskManager, which compiles them once. */
final class ShippedRules {

  /** More than one only where a JVM runs several jobs. */
  private static final int MAX_COMPILED = 2;

  private static final Map<String, RuleChange> COMPILED =
      new LinkedHashMap<>(4, 1, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RuleChange> eldest) {
          return size() > MAX_COMPILED;
        }
      };

  private ShippedRules() {}

  /** The text of all files. */
  static byte[] packed(RuleFiles files) {
    ObjectNode texts = JsonNodeFactory.instance.objectNode();
    files.all().forEach(texts::put);
    return Wire.packed(Wire.bytes(texts));
  }

  /**
   * The rules of a digest, compiled once in this JVM; of which nothing has been compared so far.
   *
   * @param packed their files
   */
  static RuleChange of(String digest, byte[] packed) {
    synchronized (COMPILED) {
      RuleChange known = COMPILED.get(digest);
      if (known == null) {
        var texts = new LinkedHashMap<String, String>();
        Wire.json(Wire.unpacked(packed))
            .properties()
            .forEach(each -> texts.put(each.getKey(), each.getValue().textValue()));
        RuleFiles files = RuleFiles.of(texts);
        if (!files.digest().equals(digest)) {
          throw new IllegalStateException(
              "the rules that arrived are " + files.digest() + ", not " + digest);
        }
        known = RuleChange.to(Evaluation.with(files));
        COMPILED.put(digest, known);
      }
      return known.afresh();
    }
  }
}
