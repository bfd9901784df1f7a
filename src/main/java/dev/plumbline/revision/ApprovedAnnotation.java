package dev.plumbline.revision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The annotation {@code plumbline.dev/approved} of a ConfigMap of rules: {@code DIGEST by NAME,
 * DIGEST}.
 *
 * @param names by digest, or at least 32 digits of it, who approves; empty where it does not say
 * @param tooShort digests with fewer digits, which do not count
 * @param unreadable entries that are no digest
 */
record ApprovedAnnotation(
    Map<String, Optional<String>> names, List<String> tooShort, List<String> unreadable) {

  static final String NAME = "plumbline.dev/approved";

  private static final Pattern APPROVAL =
      Pattern.compile("(?<digest>[0-9a-f]{8,64})(\\s+by\\s+(?<name>\\S.*))?");

  static ApprovedAnnotation of(String text) {
    var names = new LinkedHashMap<String, Optional<String>>();
    var tooShort = new ArrayList<String>();
    var unreadable = new ArrayList<String>();
    for (String each : text.split(",", -1)) {
      Matcher approval = APPROVAL.matcher(each.strip());
      if (!approval.matches()) {
        if (!each.isBlank()) {
          unreadable.add(each.strip());
        }
      } else if (approval.group("digest").length() < Revision.LEAST_DIGITS) {
        tooShort.add(approval.group("digest"));
      } else {
        names.put(approval.group("digest"), Optional.ofNullable(approval.group("name")));
      }
    }
    return new ApprovedAnnotation(names, tooShort, unreadable);
  }
}
