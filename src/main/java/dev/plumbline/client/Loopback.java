package dev.plumbline.client;

import java.util.Locale;
import java.util.regex.Pattern;

/** Addresses of this machine, to which nothing is sent over a network. */
public final class Loopback {

  private static final Pattern NAMES =
      Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");

  private Loopback() {}

  /** Whether a host, without its port, is this machine. */
  public static boolean is(String host) {
    return NAMES.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }
}
