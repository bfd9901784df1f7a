package dev.plumbline.wiring;

import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import java.util.List;

/** Sources that are disabled on this host; activities that depend on them wait. */
public record AbsentSources(String operation, List<String> names) implements FactSource {

  @Override
  public void start(FactSink sink) {
    sink.publish(names.stream().map(this::status).toList());
  }

  private FactUpdate status(String name) {
    var status = new SourceStatus(name, "absent", operation, null, null, null, 0, null, 0);
    return new FactUpdate(status.key(), List.of(status), null);
  }

  @Override
  public void close() {
    // nothing to close
  }
}
