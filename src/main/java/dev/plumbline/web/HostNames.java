package dev.plumbline.web;

import dev.plumbline.language.Printable;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names under which the program may be requested while it listens on loopback. A page of
 * somebody else can have its own name resolved to 127.0.0.1 (DNS rebinding) and would then read as
 * if it was ours; the header {@code Host} still has that name.
 */
final class HostNames {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  /** A port after a name or a bracketed address; an address of IPv6 without brackets has none. */
  private static final Pattern PORT = Pattern.compile("^([^:]+|\\[[^]]*\\]):[0-9]*$");

  private final boolean checked;
  private final Set<String> names = new TreeSet<>(LOOPBACK);

  /**
   * @param listens the address or name that the program listens on
   * @param further names besides loopback; with any of them, every address is checked
   */
  HostNames(String listens, List<String> further) {
    this.checked = LOOPBACK.contains(listens) || !further.isEmpty();
    further.forEach(name -> names.add(name.strip().toLowerCase(Locale.ROOT)));
  }

  /**
   * Why a request for this host is not answered; null when it is.
   *
   * @param authority the header {@code Host}; null when it is missing
   */
  @Nullable Problem rejected(@Nullable String authority) {
    if (!checked || authority != null && names.contains(name(authority))) {
      return null;
    }
    return Problem.misdirected(
        (authority == null
                ? "the header Host is missing."
                : "Plumbline is not known as '" + Printable.of(authority) + "' here.")
            + " Try: http://localhost, or add the name to plumbline.web.hosts.");
  }

  private static String name(String authority) {
    return PORT.matcher(authority.toLowerCase(Locale.ROOT)).replaceFirst("$1");
  }
}
