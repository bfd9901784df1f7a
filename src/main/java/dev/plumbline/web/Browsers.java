package dev.plumbline.web;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Who listens to the event stream. What is told is handed to each connection; one that does not
 * take what it was told before is closed, and comes again by itself if anybody is there.
 */
final class Browsers {

  /** How many may listen at once. */
  static final int MOST = 50;

  /** How much may wait for one that is slow, in bytes. */
  static final int WAITING = 256 << 10;

  private static final Logger LOG = Logger.getLogger(Browsers.class);

  private final Map<HttpServerResponse, Context> listening = new ConcurrentHashMap<>();

  /** Takes one in, on the event loop of its connection; whether there is room. */
  boolean admit(HttpServerResponse response) {
    synchronized (listening) {
      if (listening.size() >= MOST) {
        return false;
      }
      listening.put(response, Vertx.currentContext());
    }
    response.closeHandler(gone -> listening.remove(response));
    response.exceptionHandler(broken -> listening.remove(response));
    return true;
  }

  /** Begins the answer to one that was admitted, with {@code text}. */
  void begin(HttpServerResponse response, String text) {
    response
        .setChunked(true)
        .setWriteQueueMaxSize(WAITING)
        .putHeader("Content-Type", "text/event-stream;charset=UTF-8")
        .putHeader("Cache-Control", "no-store")
        // Proxies that collect what they pass on would collect for ever.
        .putHeader("X-Accel-Buffering", "no");
    send(response, text);
  }

  /** Tells all of them; returns at once. */
  void tell(String text) {
    listening.forEach((response, context) -> context.runOnContext(now -> send(response, text)));
  }

  int count() {
    return listening.size();
  }

  /** Ends every answer. */
  void close() {
    listening.forEach((response, context) -> context.runOnContext(now -> end(response)));
  }

  /** Ends one answer, on the event loop of its connection. */
  void end(HttpServerResponse response) {
    listening.remove(response);
    if (!response.ended() && !response.closed()) {
      response.end();
    }
  }

  private void send(HttpServerResponse response, String text) {
    if (response.closed() || response.ended()) {
      listening.remove(response);
    } else if (response.writeQueueFull()) {
      listening.remove(response);
      LOG.infof("A page does not read what it is told, its connection is closed");
      response.reset();
    } else {
      response.write(text);
    }
  }
}
