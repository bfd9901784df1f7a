package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Karpenter says of a launch for which EC2 had no capacity: {@code NodeClaim web-x7k2p event:
 * creating instance, insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: We
 * currently do not have sufficient m5.large capacity in the Availability Zone you requested
 * (us-east-1a). …}, cut after 300 characters.
 */
final class LaunchFailureText {

  private static final String ANY = "*";
  private static final Pattern CODE =
      Pattern.compile("fleet error\\(s\\), (?:[^:]* )?([A-Z][\\w.]+): ");
  private static final Pattern OFFERING =
      Pattern.compile(
          "sufficient (\\S+) capacity in the Availability Zone you requested \\(([\\w-]+)\\)");
  private static final Pattern SPOT = Pattern.compile("[sS]pot ");
  private static final Pattern SUFFIX = Pattern.compile("-[a-z0-9]{5}$");

  private LaunchFailureText() {}

  /** One for each offering that {@code message} names; one that names none if it does not. */
  static List<Fact> facts(String claim, @Nullable String message, @Nullable Instant at) {
    if (at == null) {
      return List.of();
    }
    String text = message == null ? "" : message;
    Matcher quoted = CODE.matcher(text);
    String code = quoted.find() ? quoted.group(1) : LaunchFailure.REASON;
    String pool = SUFFIX.matcher(claim).replaceFirst("");
    List<MatchResult> offerings = OFFERING.matcher(text).results().toList();
    if (offerings.isEmpty()) {
      return List.of(new LaunchFailure(pool, capacityType(text, code), ANY, ANY, code, "", at, at));
    }
    // Of a spot request EC2 names neither type nor zone.
    return offerings.stream()
        .<Fact>map(
            of -> new LaunchFailure(pool, "on-demand", of.group(1), of.group(2), code, "", at, at))
        .distinct()
        .toList();
  }

  private static String capacityType(String text, String code) {
    if (code.equals("ReservationCapacityExceeded")) {
      return "reserved";
    }
    return code.equals("MaxSpotInstanceCountExceeded") || SPOT.matcher(text).find() ? "spot" : ANY;
  }
}
