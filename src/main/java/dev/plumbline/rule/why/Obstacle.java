package dev.plumbline.rule.why;

import dev.plumbline.fact.RecordType;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The first condition of a rule that nothing meets, of the match that gets furthest. */
public sealed interface Obstacle {

  /** The line of the condition. */
  int line();

  /**
   * A value as it was found.
   *
   * @param of what it is read of: {@code NodePool/gpu}; empty for what is counted
   * @param name as the rule writes it
   * @param value as people are shown it
   */
  record Found(String of, String name, String value) {}

  /**
   * Nothing of a type has the values that are asked for.
   *
   * @param wanted the values by property
   * @param text the pattern, as the rule writes it
   */
  record Missing(RecordType type, SortedMap<String, String> wanted, String text, Place place)
      implements Obstacle {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * Something is there, but a test of it does not hold.
   *
   * @param subject the fact or conclusion
   * @param test as the rule writes it, with the values of its variables
   * @param found the values that it names
   * @param others how many others do not meet it either
   */
  record Fails(Object subject, String test, List<Found> found, int others, Place place)
      implements Obstacle {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * What must not be there is there.
   *
   * @param inTheWay the facts and conclusions that are in the way together
   */
  record InTheWay(List<Object> inTheWay, Place place) implements Obstacle {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * What is counted or collected does not meet what is asked of it.
   *
   * @param test as the rule writes it; empty when there is nothing to count
   * @param found what was counted
   */
  record Counted(String test, List<Found> found, Place place) implements Obstacle {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * All conditions are met, but what is concluded has another value.
   *
   * @param field the component
   * @param made the value that is concluded
   * @param wanted the one that is asked for
   */
  record Other(String field, String made, String wanted, Place place) implements Obstacle {
    @Override
    public int line() {
      return place.condition().line();
    }
  }

  /**
   * Where a match ended.
   *
   * @param condition the condition
   * @param test the test of it that fails; null for the condition as a whole
   * @param frame what was matched and bound until there
   */
  record Place(
      RuleForm form,
      Condition condition,
      Condition.@Nullable Test test,
      @Nullable Object[] frame) {}

  /** Where it is. */
  Place place();
}
