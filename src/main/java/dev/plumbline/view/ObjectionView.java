package dev.plumbline.view;

import dev.plumbline.conclusion.Conclusion;
import org.jspecify.annotations.Nullable;

/**
 * An objection of a rule to an object.
 *
 * @param conclusion the objection; its derivations are in the settlement
 */
public record ObjectionView(
    String rule, String message, @Nullable String waiver, Conclusion conclusion) {

  public boolean waived() {
    return waiver != null;
  }
}
