package dev.plumbline.flink;

import dev.plumbline.backtest.BacktestEngine;
import java.io.IOException;
import java.util.List;

/** A Flink in this JVM, as it looks to those who are compiled without one. */
public interface FlinkUnderTest extends BacktestEngine, AutoCloseable {

  /** The program of the job. */
  int main(String... arguments) throws IOException;

  /** Each job that follows loses so many TaskManagers, at times that the seed gives. */
  void lose(int losses, long seed);

  /** How many TaskManagers were lost while a job ran. */
  int lost();

  /**
   * What tasks are given and decide, some of which are lost now and then, and always one that
   * decides a certain segment: the ids of what was decided and not lost, with the reason of what
   * could not be.
   */
  List<String> decided(int segments, int tasks, int poison, long seed);

  @Override
  void close();
}
