package dev.plumbline.flink;

import java.util.ArrayList;
import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Adds all parts up, and hands the sum to the job when there are no more. An attempt that is lost
 * hands over nothing.
 */
final class SumOperator extends AbstractStreamOperator<byte[]>
    implements OneInputStreamOperator<byte[], byte[]>, BoundedOneInput {

  /** The sum, compressed, as a result of the job. */
  static final String SUM = "sum";

  private static final long serialVersionUID = 1;

  private transient Part sum;

  @Override
  public void open() throws Exception {
    super.open();
    sum = Part.NONE;
  }

  @Override
  public void processElement(StreamRecord<byte[]> part) {
    sum = sum.plus(Part.of(part.getValue()));
  }

  @Override
  public void endInput() {
    var result = new ListAccumulator<byte[]>();
    result.add(Wire.packed(sum.bytes()));
    getRuntimeContext().addAccumulator(SUM, result);
  }

  /** The sum that a job returns. */
  static Part of(ArrayList<byte[]> result) {
    if (result.size() != 1) {
      throw new IllegalStateException("the job returned " + result.size() + " sums");
    }
    return Part.of(Wire.unpacked(result.getFirst()));
  }
}
