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
 * The events of one watch, a line each. The next part is requested when the last one is read, so
 * that a slow reader slows the stream down.
 */
public final class WatchStream implements AsyncBody.Consumer<List<ByteBuffer>>, AutoCloseable {

  /** A part of the stream; null at its end, also when it breaks. */
  private record Part(byte @Nullable [] bytes) {

    static final Part END = new Part(null);
  }

  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final Queue<byte[]> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
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
      byte[] some = new byte[buffer.remaining()];
      buffer.get(some);
      bytes.writeBytes(some);
    }
    parts.add(new Part(bytes.toByteArray()));
  }

  /**
   * The events received so far, at least one; empty at the end of the stream.
   *
   * @throws ApiException when none comes within {@code silence}
   */
  public List<JsonNode> next(Duration silence) throws ApiException, InterruptedException {
    while (lines.isEmpty() && !ended) {
      read(parts.poll(silence.toMillis(), TimeUnit.MILLISECONDS), silence);
    }
    var events = new ArrayList<JsonNode>();
    for (byte[] line = lines.poll(); line != null; line = lines.poll()) {
      events.add(ApiClient.json(line));
    }
    return events;
  }

  /** Everything until the end. */
  byte[] all(Duration limit) throws ApiException, InterruptedException {
    while (!ended) {
      read(parts.poll(limit.toMillis(), TimeUnit.MILLISECONDS), limit);
    }
    var all = new ByteArrayOutputStream();
    lines.forEach(all::writeBytes);
    all.writeBytes(rest.toByteArray());
    return all.toByteArray();
  }

  private void read(@Nullable Part part, Duration limit) throws ApiException {
    if (part == null) {
      throw new ApiException(ApiException.SILENT, "nothing came for " + limit);
    }
    if (part.bytes() == null) {
      ended = true;
      return;
    }
    for (byte each : part.bytes()) {
      if (each == '\n') {
        lines.add(rest.toByteArray());
        rest.reset();
      } else {
        rest.write(each);
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
