package dev.plumbline.audit.ask;

import java.util.List;

/**
 * A question of an auditor with its answer.
 *
 * @param id by which programs know it: {@code image}
 * @param question as a person asks it
 * @param answer in a sentence or a few
 * @param lines what it rests on
 */
public record Section(String id, String question, String answer, List<Line> lines) {

  public Section {
    lines = List.copyOf(lines);
  }
}
