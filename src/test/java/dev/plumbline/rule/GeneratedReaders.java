package dev.plumbline.rule;

import org.drools.mvel.asm.ClassFieldAccessorFactory;

/**
 * The engine's own factory of field readers, which defines a class for each, put before ours: what
 * {@link ClosedWorldTest} must be able to see.
 */
public final class GeneratedReaders extends ClassFieldAccessorFactory {

  @Override
  public int servicePriority() {
    return 200;
  }
}
