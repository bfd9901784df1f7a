package dev.plumbline.web;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of the event stream. A connection that falls behind is closed; its client
 * reconnects.
 */
final class EventSubscribers {

  static final int MAX_SUBSCRIBERS = 50;

  private static final int MAX_BUFFERED_BYTES = 256 << 10;

  private static final Logger LOG = Logger.getLogger(EventSubscribers.class);

  private final Map<HttpServerResponse, Subscriber> subscribers = new ConcurrentHashMap<>();
  private final ClientShares shares;
  private final int perClient;

  private record Subscriber(Context context, String client) {}

  /**
   * @param perClient the maximum number of connections of one client
   */
  EventSubscribers(int perClient) {
    this.perClient = perClient;
    this.shares = new ClientShares(MAX_SUBSCRIBERS, perClient);
  }

  /** Adds a connection, on its event loop; why not, if there are too many. */
  @Nullable Problem add(HttpServerResponse response, String client) {
    if (!shares.enter(client)) {
      return shares.full()
          ? Problem.crowded(
              "there are "
                  + MAX_SUBSCRIBERS
                  + " event streams already. Try: close a page that is not in use.")
          : Problem.share(
              "there are "
                  + perClient
                  + " event streams of this client already. Try: close a page that is not in use,"
                  + " or raise plumbline.web.streams-per-client.");
    }
    subscribers.put(
        response, new Subscriber(Objects.requireNonNull(Vertx.currentContext()), client));
    response.closeHandler(ignored -> remove(response));
    response.exceptionHandler(broken -> remove(response));
    return null;
  }

  private void remove(HttpServerResponse response) {
    Subscriber gone = subscribers.remove(response);
    if (gone != null) {
      shares.leave(gone.client());
    }
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
    subscribers.forEach(
        (response, each) -> each.context().runOnContext(now -> send(response, text)));
  }

  int count() {
    return subscribers.size();
  }

  void close() {
    subscribers.forEach((response, each) -> each.context().runOnContext(now -> end(response)));
  }

  void end(HttpServerResponse response) {
    remove(response);
    if (!response.ended() && !response.closed()) {
      response.end();
    }
  }

  private void send(HttpServerResponse response, String text) {
    if (response.closed() || response.ended()) {
      remove(response);
    } else if (response.writeQueueFull()) {
      remove(response);
      LOG.info("Closed the connection of an event stream that is not read");
      response.reset();
    } else {
      response.write(text);
    }
  }
}
