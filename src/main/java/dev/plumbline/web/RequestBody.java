package dev.plumbline.web;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request on its event loop, so that no thread waits for who sends a byte a
 * second, and hands it to the routes that follow.
 */
final class RequestBody {

  private static final int MAX_INITIAL_BYTES = 64 << 10;

  private final RoutingContext context;
  private final long length;
  private final Duration timeout;
  private final Consumer<@Nullable Problem> done;
  private final Buffer body;
  private boolean ended;
  private long timer;

  /**
   * @param length as the request declares it, in bytes
   * @param done is called once, with null when the body is there
   */
  private RequestBody(
      RoutingContext context, long length, Duration timeout, Consumer<@Nullable Problem> done) {
    this.context = context;
    this.length = length;
    this.timeout = timeout;
    this.done = done;
    this.body = Buffer.buffer((int) Math.min(length, MAX_INITIAL_BYTES));
  }

  static void read(
      RoutingContext context, long length, Duration timeout, Consumer<@Nullable Problem> done) {
    new RequestBody(context, length, timeout, done).begin();
  }

  private void begin() {
    HttpServerRequest request = context.request();
    Vertx vertx = context.vertx();
    timer = vertx.setTimer(timeout.toMillis(), late -> end(late()));
    request.handler(
        part -> {
          if (!ended) {
            body.appendBuffer(part);
          }
        });
    request.endHandler(
        all -> {
          if (!ended) {
            ((RoutingContextInternal) context).setBody(body);
          }
          end(null);
        });
    request.exceptionHandler(broken -> end(cutOff()));
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      context.response().writeContinue();
    }
    request.resume();
  }

  private void end(@Nullable Problem problem) {
    if (!ended) {
      ended = true;
      context.vertx().cancelTimer(timer);
      done.accept(problem);
    }
  }

  private Problem late() {
    return Problem.other(
        408,
        "Request timeout",
        "of the %d bytes of the body, %d arrived within %d ms. Try: again on a faster connection, or set plumbline.web.body-timeout."
            .formatted(length, body.length(), timeout.toMillis()));
  }

  private static Problem cutOff() {
    return Problem.badRequest("the body ends too early. Try: again.");
  }
}
