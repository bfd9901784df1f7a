package dev.plumbline.fact;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Names with one value each: EC2 tags, Kubernetes annotations, labels of one object. */
public final class Tags {

  /** No tags. */
  public static final Tags NONE = new Tags(new String[0]);

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}(\\.[0-9]{1,18})?");

  /** Names and values in turn, sorted by name: maps would take four times as much of a cluster. */
  private final String[] pairs;

  private Tags(String[] pairs) {
    this.pairs = pairs;
  }

  /** The tags of {@code byKey}. */
  public static Tags of(Map<String, String> byKey) {
    if (byKey.isEmpty()) {
      return NONE;
    }
    String[] pairs = new String[2 * byKey.size()];
    int end = 0;
    for (var tag : new TreeMap<>(byKey).entrySet()) {
      pairs[end++] = tag.getKey();
      pairs[end++] = tag.getValue();
    }
    return new Tags(pairs);
  }

  private int size() {
    return pairs.length / 2;
  }

  private String key(int tag) {
    return pairs[2 * tag];
  }

  private String value(int tag) {
    return pairs[2 * tag + 1];
  }

  /** Where a tag is; less than 0 when it is not there. */
  private int find(String key) {
    int from = 0;
    int to = size() - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int order = key(middle).compareTo(key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    return -1;
  }

  /** Whether a tag of this name is there, whatever its value. */
  public boolean has(String key) {
    return find(key) >= 0;
  }

  /** The value of a tag; null when the tag is not there. */
  public @Nullable String value(String key) {
    int tag = find(key);
    return tag < 0 ? null : value(tag);
  }

  /**
   * The value of a tag as a time: RFC 3339 with a zone, or a date, which begins in UTC; null when
   * the tag is not there or cannot be read. A rule that reads it does not apply then, and the
   * object is objected to ({@code TagUnreadable}).
   */
  public @Nullable Instant time(String key) {
    String value = value(key);
    return value == null ? null : Times.read(value);
  }

  /** The value of a tag as a version; null as in {@link #time}. */
  public @Nullable Version version(String key) {
    String value = value(key);
    return value == null ? null : Version.read(value);
  }

  /** The value of a tag as a decimal number; null as in {@link #time}. */
  public @Nullable BigDecimal number(String key) {
    String value = value(key);
    return value == null || !NUMBER.matcher(value).matches() ? null : Decimals.parse(value);
  }

  /** Whether a tag is there with this value; {@code *} stands for any value. */
  public boolean match(String key, String value) {
    String own = value(key);
    return own != null && (value.equals("*") || own.equals(value));
  }

  /**
   * Whether every one of {@code wanted} is matched here as the filters of EC2 match, to which
   * Karpenter hands the tags of a selector term: a value is a {@link Glob}; where it is {@code *}
   * the key is one ({@code tag-key}).
   */
  public boolean matchAll(Tags wanted) {
    return IntStream.range(0, wanted.size())
        .allMatch(tag -> filtered(wanted.key(tag), wanted.value(tag)));
  }

  private boolean filtered(String key, String value) {
    if (value.equals("*")) {
      return has(key) || IntStream.range(0, size()).anyMatch(tag -> Glob.matches(key, key(tag)));
    }
    String own = value(key);
    return own != null && Glob.matches(value, own);
  }

  /** Whether both have the tag {@code key}, with one value. */
  public boolean agree(Tags other, String key) {
    String own = value(key);
    return own != null && own.equals(other.value(key));
  }

  /** Whether both have the tag {@code key}, with two values. */
  public boolean differ(Tags other, String key) {
    return has(key) && other.has(key) && !agree(other, key);
  }

  /**
   * The tags whose key starts with {@code prefix} as requirements on labels: {@code *} or nothing
   * asks for the label whatever its value, {@code !} for its absence, anything else for one of the
   * values between commas.
   */
  public Requirements requirements(String prefix) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0; i < size(); i++) {
      String key = key(i);
      if (key.startsWith(prefix)) {
        requirements.add(
            switch (value(i)) {
              case "", "*" -> new Requirement(key, Operator.EXISTS);
              case "!" -> new Requirement(key, Operator.DOES_NOT_EXIST);
              default -> new Requirement(key, Operator.IN, value(i).split(" *, *"));
            });
      }
    }
    return Requirements.of(requirements);
  }

  /** Whether there is no tag. */
  public boolean none() {
    return pairs.length == 0;
  }

  /** The tags, sorted by name. */
  public Map<String, String> map() {
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < size(); i++) {
      map.put(key(i), value(i));
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tags tags && Arrays.equals(pairs, tags.pairs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(pairs);
  }

  @Override
  public String toString() {
    return map().toString();
  }
}
