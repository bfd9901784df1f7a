package dev.plumbline.flink;

import dev.plumbline.backtest.TimeWindow;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** The segments of logs, and what is known of the logs themselves. */
final class WorkSource implements Source<byte[], WorkSplit, byte[]> {

  private static final long serialVersionUID = 1;

  private final String[] places;
  private final @Nullable Instant from;
  private final @Nullable Instant to;
  private final double share;

  WorkSource(List<String> places, TimeWindow window, double share) {
    this.places = places.toArray(String[]::new);
    this.from = window.from();
    this.to = window.to();
    this.share = share;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SplitEnumerator<WorkSplit, byte[]> createEnumerator(
      SplitEnumeratorContext<WorkSplit> context) {
    return new WorkEnumerator(context, List.of(places), new TimeWindow(from, to), share);
  }

  @Override
  public SplitEnumerator<WorkSplit, byte[]> restoreEnumerator(
      SplitEnumeratorContext<WorkSplit> context, byte[] unused) {
    return createEnumerator(context);
  }

  @Override
  public SimpleVersionedSerializer<WorkSplit> getSplitSerializer() {
    return new WorkSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<byte[]> getEnumeratorCheckpointSerializer() {
    return new SimpleVersionedSerializer<>() {
      @Override
      public int getVersion() {
        return 1;
      }

      @Override
      public byte[] serialize(byte[] state) {
        return state;
      }

      @Override
      public byte[] deserialize(int version, byte[] state) {
        return state;
      }
    };
  }

  @Override
  public SourceReader<byte[], WorkSplit> createReader(SourceReaderContext context) {
    return new WorkReader(context);
  }
}
