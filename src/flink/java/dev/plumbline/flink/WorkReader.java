package dev.plumbline.flink;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;

/** Takes one segment after the other: the next one when that before it is decided. */
final class WorkReader implements SourceReader<byte[], WorkSplit> {

  private final SourceReaderContext context;
  private final Queue<WorkSplit> taken = new ArrayDeque<>();
  private boolean ended;
  private CompletableFuture<Void> available = new CompletableFuture<>();

  WorkReader(SourceReaderContext context) {
    this.context = context;
  }

  @Override
  public void start() {
    context.sendSplitRequest();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<byte[]> output) {
    WorkSplit next = taken.poll();
    if (next != null) {
      // Decided within this call: the operator that does is chained.
      output.collect(next.work());
      context.sendSplitRequest();
      return InputStatus.MORE_AVAILABLE;
    }
    if (ended) {
      return InputStatus.END_OF_INPUT;
    }
    if (available.isDone()) {
      available = new CompletableFuture<>();
    }
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<WorkSplit> splits) {
    taken.addAll(splits);
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    ended = true;
    available.complete(null);
  }

  @Override
  public List<WorkSplit> snapshotState(long checkpoint) {
    return List.copyOf(taken);
  }

  @Override
  public void close() {}
}
