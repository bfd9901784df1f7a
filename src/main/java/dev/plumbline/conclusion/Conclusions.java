package dev.plumbline.conclusion;

import java.util.List;

/** The conclusions of one settlement, by type. */
public interface Conclusions {

  /** The conclusions of one type, sorted by field. */
  <T extends Conclusion> List<T> of(Class<T> type);
}
