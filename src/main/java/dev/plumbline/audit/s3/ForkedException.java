package dev.plumbline.audit.s3;

import java.io.IOException;

/** The bucket has gone on another way: nothing of ours can follow there. */
final class ForkedException extends IOException {

  private static final long serialVersionUID = 1L;

  ForkedException(String message) {
    super(message);
  }
}
