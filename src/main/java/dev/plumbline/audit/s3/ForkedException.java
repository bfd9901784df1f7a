package dev.plumbline.audit.s3;

/** The bucket holds entries that are not those of this log: another writer was there first. */
public final class ForkedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ForkedException(String message) {
    super(message);
  }
}
