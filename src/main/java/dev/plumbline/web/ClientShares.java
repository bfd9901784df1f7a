package dev.plumbline.web;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Slots of something limited, of which no client takes more than its share. A client is the user of
 * a token, else an address; addresses of one IPv6 network of 64 bits are one client. Any thread may
 * call it.
 */
final class ClientShares {

  private static final int NETWORK_BYTES = 8;

  private final int total;
  private final int perClient;
  private final Map<String, Integer> byClient = new HashMap<>();
  private int taken;

  /**
   * @param perClient the maximum number of slots of one client
   */
  ClientShares(int total, int perClient) {
    this.total = total;
    this.perClient = perClient;
  }

  /** The client that sends {@code request}, where no token names one. */
  static String address(HttpServerRequest request) {
    SocketAddress address = request.remoteAddress();
    String host = address == null ? null : address.hostAddress();
    if (host == null || host.indexOf(':') < 0) {
      return "address " + host;
    }
    try {
      // Literal addresses are never looked up.
      return InetAddress.getByName(host) instanceof Inet6Address six
          ? "network " + HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES)
          : "address " + host;
    } catch (UnknownHostException e) {
      return "address " + host;
    }
  }

  /** Takes a slot, which {@link #leave} returns; false when there is none for this client. */
  synchronized boolean enter(String client) {
    int own = byClient.getOrDefault(client, 0);
    if (own >= perClient || taken >= total) {
      return false;
    }
    taken++;
    byClient.put(client, own + 1);
    return true;
  }

  synchronized void leave(String client) {
    Integer own = byClient.get(client);
    if (own != null) {
      taken--;
      if (own == 1) {
        byClient.remove(client);
      } else {
        byClient.put(client, own - 1);
      }
    }
  }

  /** Whether no slot is left for anybody. */
  synchronized boolean full() {
    return taken >= total;
  }

  synchronized int taken() {
    return taken;
  }
}
