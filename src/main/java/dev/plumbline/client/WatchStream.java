package dev.plumbline.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The events of one watch, one per line. The next chunk is requested after the previous one is
 * read, so that a slow reader applies backpressure.
 */
public final class WatchStream implements AsyncBody.Consumer<List<ByteBuffer>>, AutoCloseable {

  /** A chunk of the stream; null at its end, also after a failure. */
  private record Part(byte @Nullable [] bytes) {

    static final Part END = new Part(null);
  }

  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final Queue<byte[]> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream partialLine = new ByteArrayOutputStream();
  private @Nullable AsyncBody body;
  private boolean ended;

  void begin(AsyncBody stream) {
    body = stream;
    stream.done().whenComplete((nothing, fault) -> parts.add(Part.END));
    stream.consume();
  }

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody stream) {
    var bytes = new ByteArrayOutputStream();
    for (ByteBuffer buffer : buffers) {
      byte[] chunk = new byte[buffer.remaining()];
      buffer.get(chunk);
      bytes.writeBytes(chunk);
    }
    parts.add(new Part(bytes.toByteArray()));
  }

  /**
   * Waits for at least one event; empty at the end of the stream.
   *
   * @throws ApiException if none arrives within {@code idleTimeout}
   */
  public List<JsonNode> next(Duration idleTimeout) throws ApiException, InterruptedException {
    while (lines.isEmpty() && !ended) {
      append(parts.poll(idleTimeout.toMillis(), TimeUnit.MILLISECONDS), idleTimeout);
    }
    var events = new ArrayList<JsonNode>();
    for (byte[] line = lines.poll(); line != null; line = lines.poll()) {
      events.add(ApiClient.parse(line));
    }
    return events;
  }

  byte[] readAll(Duration limit) throws ApiException, InterruptedException {
    while (!ended) {
      append(parts.poll(limit.toMillis(), TimeUnit.MILLISECONDS), limit);
    }
    var all = new ByteArrayOutputStream();
    lines.forEach(all::writeBytes);
    all.writeBytes(partialLine.toByteArray());
    return all.toByteArray();
  }

  private void append(@Nullable Part part, Duration limit) throws ApiException {
    if (part == null) {
      throw new ApiException(ApiException.SILENT, "nothing came for " + limit);
    }
    if (part.bytes() == null) {
      ended = true;
      return;
    }
    for (byte each : part.bytes()) {
      if (each == '\n') {
        lines.add(partialLine.toByteArray());
        partialLine.reset();
      } else {
        partialLine.write(each);
      }
    }
    if (body != null) {
      body.consume();
    }
  }

  @Override
  public void close() {
    if (body != null) {
      body.cancel();
    }
  }
}
