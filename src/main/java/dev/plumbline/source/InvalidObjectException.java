package dev.plumbline.source;

/** A Kubernetes object, as the API server gave it, that cannot be used. */
public final class InvalidObjectException extends InvalidSourceException {

  private static final long serialVersionUID = 1;

  InvalidObjectException(String message) {
    super(message);
  }
}
