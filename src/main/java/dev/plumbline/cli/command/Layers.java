package dev.plumbline.cli.command;

import dev.plumbline.host.Evaluation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The rules that a verb judges by. */
@FunctionalInterface
public interface Layers {

  /** The shipped ones with those of {@code folder} over them; null for none. */
  Evaluation with(@Nullable Path folder);
}
