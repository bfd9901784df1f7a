package dev.plumbline.web;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The open connections of the event stream. Events are handed to each; one that does not read what
 * it was sent before is closed, and its browser reconnects by itself.
 */
final class EventSubscribers {

  static final int MAX_SUBSCRIBERS = 50;

  /** Of one connection. */
  private static final int MAX_BUFFERED_BYTES = 256 << 10;

  private static final Logger LOG = Logger.getLogger(EventSubscribers.class);

  private final Map<HttpServerResponse, Context> subscribers = new ConcurrentHashMap<>();

  /** Adds one, on the event loop of its connection; false when there are too many. */
  boolean add(HttpServerResponse response) {
    synchronized (subscribers) {
      if (subscribers.size() >= MAX_SUBSCRIBERS) {
        return false;
      }
      subscribers.put(response, Vertx.currentContext());
    }
    response.closeHandler(gone -> subscribers.remove(response));
    response.exceptionHandler(broken -> subscribers.remove(response));
    return true;
  }

  /** Begins the response to one that was added, with {@code text}. */
  void begin(HttpServerResponse response, String text) {
    response
        .setChunked(true)
        .setWriteQueueMaxSize(MAX_BUFFERED_BYTES)
        .putHeader("Content-Type", "text/event-stream;charset=UTF-8")
        .putHeader("Cache-Control", "no-store")
        // A proxy that buffers the response would buffer it for ever.
        .putHeader("X-Accel-Buffering", "no");
    send(response, text);
  }

  /** Sends to all of them; returns at once. */
  void send(String text) {
    subscribers.forEach((response, context) -> context.runOnContext(now -> send(response, text)));
  }

  int count() {
    return subscribers.size();
  }

  void close() {
    subscribers.forEach((response, context) -> context.runOnContext(now -> end(response)));
  }

  /** Ends one response, on the event loop of its connection. */
  void end(HttpServerResponse response) {
    subscribers.remove(response);
    if (!response.ended() && !response.closed()) {
      response.end();
    }
  }

  private void send(HttpServerResponse response, String text) {
    if (response.closed() || response.ended()) {
      subscribers.remove(response);
    } else if (response.writeQueueFull()) {
      subscribers.remove(response);
      LOG.info("Closed the connection of an event stream that is not read");
      response.reset();
    } else {
      response.write(text);
    }
  }
}
