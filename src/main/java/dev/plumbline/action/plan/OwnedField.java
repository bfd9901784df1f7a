package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field, of an object that Plumbline does not own, that an action writes as a whole.
 *
 * @param newValueIsTheirs whether a value that is neither of the two is a new original, from which
 *     we go on; else it is a veto, as the original itself is
 */
record OwnedField(String annotation, List<String> path, boolean newValueIsTheirs) {

  static final OwnedField SELECTOR_TERMS =
      new OwnedField("plumbline.dev/pin-amis", List.of("spec", "amiSelectorTerms"), true);

  static final OwnedField WEIGHT =
      new OwnedField("plumbline.dev/set-node-pool-weight", List.of("spec", "weight"), false);

  /**
   * The write.
   *
   * @param gone whether the field or the memory is removed by it, which server-side apply cannot do
   * @param vetoed whether the value was reverted by another writer: it is not written again
   */
  record Write(ObjectNode patch, boolean gone, boolean vetoed) {}

  /**
   * What makes the field of {@code object} what is wanted.
   *
   * @param wanted null gives back what is ours
   * @return null if there is nothing to write
   */
  @Nullable Write to(JsonNode object, @Nullable JsonNode wanted) {
    JsonNode value = CanonicalJson.of(wanted);
    JsonNode now = now(object);
    LastWritten memory = LastWritten.of(object, annotation);
    if (memory == null) {
      return value == null || value.equals(now) ? null : write(now, value);
    }
    if (CanonicalJson.same(now, memory.written())) {
      if (value == null || CanonicalJson.same(value, memory.original())) {
        return give(memory.original());
      }
      return value.equals(now) ? null : write(memory.original(), value);
    }
    if (value == null || value.equals(now)) {
      return new Write(LastWritten.patch(annotation, (LastWritten) null), true, false);
    }
    boolean putBack = !newValueIsTheirs || CanonicalJson.same(now, memory.original());
    Write write = write(now, value);
    return new Write(write.patch(), false, putBack && value.equals(memory.written()));
  }

  private @Nullable JsonNode now(JsonNode object) {
    return CanonicalJson.of(MergePatch.get(object, path));
  }

  private Write write(@Nullable JsonNode original, JsonNode value) {
    return new Write(
        MergePatch.and(
            LastWritten.patch(annotation, new LastWritten(original, value)),
            MergePatch.at(path, value)),
        false,
        false);
  }

  private Write give(@Nullable JsonNode original) {
    return new Write(
        MergePatch.and(
            LastWritten.patch(annotation, (LastWritten) null), MergePatch.at(path, original)),
        true,
        false);
  }
}
