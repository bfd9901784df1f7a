package dev.plumbline.fact;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names with one value each: EC2 tags, Kubernetes annotations, labels of one object. */
public final class Tags {

  /** No tags. */
  public static final Tags NONE = new Tags(new TreeMap<>());

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}(\\.[0-9]{1,18})?");

  private final TreeMap<String, String> byKey;

  private Tags(TreeMap<String, String> byKey) {
    this.byKey = byKey;
  }

  /** The tags of {@code byKey}. */
  public static Tags of(Map<String, String> byKey) {
    return byKey.isEmpty() ? NONE : new Tags(new TreeMap<>(byKey));
  }

  /** Whether a tag of this name is there, whatever its value. */
  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  /** The value of a tag; null when the tag is not there. */
  public @Nullable String value(String key) {
    return byKey.get(key);
  }

  /**
   * The value of a tag as a time: RFC 3339 with a zone, or a date, which begins in UTC; null when
   * the tag is not there or cannot be read. A rule that reads it does not apply then, and the
   * object is objected to ({@code TagUnreadable}).
   */
  public @Nullable Instant time(String key) {
    String value = byKey.get(key);
    return value == null ? null : Times.read(value);
  }

  /** The value of a tag as a version; null as in {@link #time}. */
  public @Nullable Version version(String key) {
    String value = byKey.get(key);
    return value == null ? null : Version.read(value);
  }

  /** The value of a tag as a decimal number; null as in {@link #time}. */
  public @Nullable BigDecimal number(String key) {
    String value = byKey.get(key);
    return value == null || !NUMBER.matcher(value).matches() ? null : Decimals.parse(value);
  }

  /** Whether a tag is there with this value; {@code *} stands for any value. */
  public boolean match(String key, String value) {
    String own = byKey.get(key);
    return own != null && (value.equals("*") || own.equals(value));
  }

  /**
   * Whether every one of {@code wanted} is matched here as the filters of EC2 match, to which
   * Karpenter hands the tags of a selector term: a value is a {@link Glob}; where it is {@code *}
   * the key is one ({@code tag-key}).
   */
  public boolean matchAll(Tags wanted) {
    for (var tag : wanted.byKey.entrySet()) {
      if (!filtered(tag.getKey(), tag.getValue())) {
        return false;
      }
    }
    return true;
  }

  private boolean filtered(String key, String value) {
    if (value.equals("*")) {
      return byKey.containsKey(key)
          || byKey.keySet().stream().anyMatch(own -> Glob.matches(key, own));
    }
    String own = byKey.get(key);
    return own != null && Glob.matches(value, own);
  }

  /** Whether both have the tag {@code key}, with one value. */
  public boolean agree(Tags other, String key) {
    String own = byKey.get(key);
    return own != null && own.equals(other.byKey.get(key));
  }

  /** Whether both have the tag {@code key}, with two values. */
  public boolean differ(Tags other, String key) {
    return byKey.containsKey(key) && other.byKey.containsKey(key) && !agree(other, key);
  }

  /**
   * The tags whose key starts with {@code prefix} as requirements on labels: {@code *} or nothing
   * asks for the label whatever its value, {@code !} for its absence, anything else for one of the
   * values between commas.
   */
  public Requirements requirements(String prefix) {
    var requirements = new ArrayList<Requirement>();
    for (var tag : byKey.entrySet()) {
      if (tag.getKey().startsWith(prefix)) {
        requirements.add(
            switch (tag.getValue()) {
              case "", "*" -> new Requirement(tag.getKey(), Operator.EXISTS);
              case "!" -> new Requirement(tag.getKey(), Operator.DOES_NOT_EXIST);
              default -> new Requirement(tag.getKey(), Operator.IN, tag.getValue().split(" *, *"));
            });
      }
    }
    return Requirements.of(requirements);
  }

  /** Whether there is no tag. */
  public boolean none() {
    return byKey.isEmpty();
  }

  /** The tags, sorted by name. */
  public Map<String, String> map() {
    return java.util.Collections.unmodifiableMap(byKey);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tags tags && byKey.equals(tags.byKey);
  }

  @Override
  public int hashCode() {
    return byKey.hashCode();
  }

  @Override
  public String toString() {
    return byKey.toString();
  }
}
