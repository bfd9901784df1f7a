package dev.plumbline.record;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Tags;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Masks tags, labels and annotations whose value may be a secret, before anybody sees them: the
 * rules judge what the log holds, and a replay judges the same. Equal values stay equal and
 * different ones different: a value becomes {@code ***} and 16 digits of a keyed hash, whose key is
 * forgotten with the process. An empty value and {@code *} say nothing and stay.
 */
final class FactMask {

  private static final int DIGITS = 16;

  private final SecretMask masked;
  private final SecretKeySpec key;
  private final Map<Class<?>, List<Property>> tags = new ConcurrentHashMap<>();

  FactMask(SecretMask masked) {
    this.masked = masked;
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  FactSource over(FactSource source) {
    return new FactSource() {
      @Override
      public void start(FactSink sink) {
        source.start(updates -> sink.publish(updates.stream().map(FactMask.this::masked).toList()));
      }

      @Override
      public void close() {
        source.close();
      }
    };
  }

  private FactUpdate masked(FactUpdate update) {
    List<Fact> facts = null;
    for (int i = 0; i < update.facts().size(); i++) {
      Fact fact = update.facts().get(i);
      Fact now = of(fact);
      if (!now.equals(fact)) {
        if (facts == null) {
          facts = new ArrayList<>(update.facts());
        }
        facts.set(i, now);
      }
    }
    return facts == null
        ? update
        : new FactUpdate(update.owner(), List.copyOf(facts), update.document());
  }

  Fact of(Fact fact) {
    List<Property> found = tags.computeIfAbsent(fact.getClass(), FactMask::tags);
    if (found.stream().noneMatch(each -> masks((Tags) each.reader().apply(fact)))) {
      return fact;
    }
    RecordType type = FactTypes.of(fact.getClass());
    if (type == null) {
      return fact;
    }
    List<Property> components = type.components();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = components.get(i).reader().apply(fact);
      values[i] = value instanceof Tags all ? masked(all) : value;
    }
    return (Fact) type.maker().apply(values);
  }

  private static List<Property> tags(Class<?> type) {
    RecordType record = FactTypes.of(type);
    return record == null
        ? List.of()
        : record.components().stream().filter(each -> each.type() == Tags.class).toList();
  }

  private boolean masks(@Nullable Tags all) {
    return all != null
        && all.map().entrySet().stream().anyMatch(tag -> masks(tag.getKey(), tag.getValue()));
  }

  private boolean masks(String name, String value) {
    return !value.isEmpty() && !value.equals("*") && masked.key(name);
  }

  private Tags masked(Tags all) {
    var now = new TreeMap<String, String>();
    all.map().forEach((name, value) -> now.put(name, masks(name, value) ? masked(value) : value));
    return Tags.of(now);
  }

  private String masked(String value) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      byte[] hash = mac.doFinal(value.getBytes(StandardCharsets.UTF_8));
      return SecretMask.MASKED + HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
