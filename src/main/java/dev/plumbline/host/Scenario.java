package dev.plumbline.host;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import java.util.List;

/**
 * One case that holds a rule file: what is given and exactly what follows.
 *
 * @param file the file it stands in
 * @param name what it shows
 * @param facts the facts given, the time among them
 * @param conclusions what other files are taken to have concluded
 * @param expected every conclusion that the rules of its file must draw, and no other
 */
public record Scenario(
    String file,
    String name,
    List<Fact> facts,
    List<Conclusion> conclusions,
    List<Conclusion> expected) {

  /** Whether {@code other} is of this name or of this case. */
  boolean standsAs(Scenario other) {
    return name.equals(other.name)
        || facts.equals(other.facts)
            && conclusions.equals(other.conclusions)
            && expected.equals(other.expected);
  }
}
