package dev.plumbline.web.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jose4j.http.SimpleGet;
import org.jose4j.http.SimpleResponse;

/**
 * Reads a document of the issuer within a time and a size, whatever the issuer does: a timeout
 * between two bytes does not end an answer that sends one byte a second. Redirects are not
 * followed.
 */
final class BoundedGet implements SimpleGet {

  private final Duration timeout;
  private final int maxBytes;
  private final HttpClient client;

  BoundedGet(Duration timeout, int maxBytes) {
    this.timeout = timeout;
    this.maxBytes = maxBytes;
    this.client =
        HttpClient.newBuilder().connectTimeout(timeout).followRedirects(Redirect.NEVER).build();
  }

  private record IssuerAnswer(HttpResponse<?> response, String body) implements SimpleResponse {

    @Override
    public int getStatusCode() {
      return response.statusCode();
    }

    @Override
    public String getStatusMessage() {
      return "HTTP " + response.statusCode();
    }

    @Override
    public Collection<String> getHeaderNames() {
      return response.headers().map().keySet();
    }

    @Override
    public List<String> getHeaderValues(String name) {
      return response.headers().allValues(name);
    }

    @Override
    public String getBody() {
      return body;
    }
  }

  @Override
  public SimpleResponse get(String location) throws IOException {
    var body = new ByteArrayOutputStream();
    BodyHandler<Void> reading =
        BodyHandlers.ofByteArrayConsumer(
            part ->
                part.ifPresent(
                    bytes -> {
                      if (body.size() + bytes.length > maxBytes) {
                        throw new UncheckedIOException(
                            new IOException("the answer has more than " + maxBytes + " bytes"));
                      }
                      body.writeBytes(bytes);
                    }));
    CompletableFuture<HttpResponse<Void>> sent;
    try {
      sent = client.sendAsync(HttpRequest.newBuilder(URI.create(location)).build(), reading);
    } catch (IllegalArgumentException e) {
      throw new IOException(location + " is not an address", e);
    }
    try {
      HttpResponse<Void> response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException(location + " answers " + response.statusCode());
      }
      return new IssuerAnswer(response, body.toString(StandardCharsets.UTF_8));
    } catch (TimeoutException e) {
      throw new IOException("no whole answer within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      sent.cancel(true);
    }
  }
}
