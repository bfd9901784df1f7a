package dev.plumbline.flink;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A segment, or a known part, as Flink hands it out.
 *
 * @param work its bytes, which are its identity too
 */
record WorkSplit(byte[] work) implements SourceSplit {

  WorkSplit(Work work) {
    this(work.bytes());
  }

  @Override
  public String splitId() {
    return new String(work, StandardCharsets.UTF_8);
  }

  /** The bytes as they are. */
  static final class Serializer implements SimpleVersionedSerializer<WorkSplit> {

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(WorkSplit split) {
      return split.work();
    }

    @Override
    public WorkSplit deserialize(int version, byte[] work) {
      return new WorkSplit(work);
    }
  }
}
