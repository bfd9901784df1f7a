package dev.plumbline.conclusion;

import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Images that must be asked of EC2.
 *
 * @param ids {@code image-id}; none when not asked by id
 * @param owners {@code Owners}: accounts, self, amazon, aws-marketplace; none for any
 * @param name {@code name}, with {@code *} and {@code ?}; null when not asked by name
 * @param tags {@code tag:}; the value {@code *} means that the key is there
 */
public record ImageQuery(Values ids, Values owners, @Nullable String name, Tags tags)
    implements Conclusion {

  /** What it asks, in words: {@code id ami-1}; {@code name golden-* of amazon, self}. */
  public String text() {
    var words = new ArrayList<String>();
    if (!ids.none()) {
      words.add("id " + ids);
    }
    if (name != null) {
      words.add("name " + name);
    }
    if (!tags.none()) {
      words.add("tags " + tags);
    }
    if (!owners.none()) {
      words.add("of " + owners);
    }
    return String.join(" ", words);
  }
}
