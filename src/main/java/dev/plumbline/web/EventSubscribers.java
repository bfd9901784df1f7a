package dev.plumbline.web;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The open connections of the event stream. A connection that falls behind is closed; its client
 * reconnects.
 */
final class EventSubscribers {

  static final int MAX_SUBSCRIBERS = 50;

  private static final int MAX_BUFFERED_BYTES = 256 << 10;

  private static final Logger LOG = Logger.getLogger(EventSubscribers.class);

  private final Map<HttpServerResponse, Context> subscribers = new ConcurrentHashMap<>();

  /** Adds a connection, on its event loop; false if there are too many. */
  boolean add(HttpServerResponse response) {
    synchronized (subscribers) {
      if (subscribers.size() >= MAX_SUBSCRIBERS) {
        return false;
      }
      subscribers.put(response, Vertx.currentContext());
    }
    response.closeHandler(ignored -> subscribers.remove(response));
    response.exceptionHandler(broken -> subscribers.remove(response));
    return true;
  }

  void begin(HttpServerResponse response, String text) {
    response
        .setChunked(true)
        .setWriteQueueMaxSize(MAX_BUFFERED_BYTES)
        .putHeader("Content-Type", "text/event-stream;charset=UTF-8")
        .putHeader("Cache-Control", "no-store")
        // Disables buffering in proxies: the response never ends.
        .putHeader("X-Accel-Buffering", "no");
    send(response, text);
  }

  void send(String text) {
    subscribers.forEach((response, context) -> context.runOnContext(now -> send(response, text)));
  }

  int count() {
    return subscribers.size();
  }

  void close() {
    subscribers.forEach((response, context) -> context.runOnContext(now -> end(response)));
  }

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
