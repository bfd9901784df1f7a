package dev.plumbline.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection to the served program that sends what it is given, to the byte. */
public final class Connection implements AutoCloseable {

  /** Far beyond what anything takes: whoever waits this long waits for ever. */
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket = new Socket();

  public Connection(int port) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
  }

  /**
   * An answer.
   *
   * @param status 0 when the connection was closed without one, or none came in time
   */
  public record Answer(int status, Map<String, String> headers, String body) {}

  /** What is no longer taken may stay unsent: the answer is there already. */
  public void send(byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // It is closed, or will be.
    }
  }

  public Answer answer() throws IOException {
    InputStream in = socket.getInputStream();
    String line = line(in);
    if (line.startsWith("HTTP/1.1 100")) {
      line(in);
      line = line(in);
    }
    if (line.isEmpty()) {
      return new Answer(0, Map.of(), "");
    }
    int status = Integer.parseInt(line.split(" ", 3)[1]);
    var headers = new TreeMap<String, String>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Answer(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    try {
      for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
        if (c != '\r') {
          line.append((char) c);
        }
      }
    } catch (EOFException | SocketException | SocketTimeoutException e) {
      return line.toString();
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
