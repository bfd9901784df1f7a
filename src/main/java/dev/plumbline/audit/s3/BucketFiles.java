package dev.plumbline.audit.s3;

import dev.plumbline.audit.store.LogFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a log in a bucket: the same as in a folder, so whatever reads one reads both. */
public final class BucketFiles implements LogFiles {

  private final Bucket bucket;

  /** Those of a bucket. */
  public BucketFiles(Bucket bucket) {
    this.bucket = bucket;
  }

  @Override
  public String place() {
    return bucket.place();
  }

  @Override
  public List<String> names(String under) throws IOException {
    return bucket.list(under);
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    byte[] content = bucket.get(name);
    return content == null ? null : new ByteArrayInputStream(content);
  }
}
