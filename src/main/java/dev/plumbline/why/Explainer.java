package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.Rule;
import dev.plumbline.why.Explainer.Explained.Again;
import dev.plumbline.why.Explainer.Explained.Cut;
import dev.plumbline.why.Explainer.Explained.Held;
import dev.plumbline.why.Explainer.Explained.Stated;
import dev.plumbline.why.Explainer.Explained.Way;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Explains conclusions down to facts. What it has explained once it refers to from then on. */
public final class Explainer {

  public sealed interface Explained {

    /**
     * A conclusion with every way in which it follows.
     *
     * @param ways alternatives: one is enough
     */
    record Held(int number, Conclusion conclusion, List<Way> ways, int left) implements Explained {}

    record Again(int number, Conclusion conclusion) implements Explained {}

    /** A conclusion that is not explained any further, since it is too deep down. */
    record Cut(Conclusion conclusion) implements Explained {}

    record Stated(String key, SortedMap<String, String> values) implements Explained {}

    /**
     * One way in which a conclusion follows.
     *
     * @param place file:line@digest
     * @param from what the rule matched, in the order of its conditions
     * @param and what else it asks for: what must not be there, must be there, or is counted
     */
    record Way(Rule rule, String place, List<Explained> from, int left, List<String> and) {}
  }

  private static final int MAX_DEPTH = 12;
  private static final int MAX_WAYS = 3;
  private static final int MAX_PREMISES = 12;

  private static final int FEW = 3;

  private final CompiledRules forms;
  private final World world;
  private final Map<Conclusion, Integer> numbers = new HashMap<>();

  public Explainer(CompiledRules forms, World world) {
    this.forms = forms;
    this.world = world;
  }

  /** Where a rule stands: file:line@digest. */
  public String place(Rule rule) {
    return place(rule, rule.line());
  }

  /** A line of the file of a rule: file:line@digest. */
  public String place(Rule rule, int line) {
    return rule.file() + ":" + line + "@" + forms.digest().substring(0, 12);
  }

  public List<Explained> of(Collection<Conclusion> conclusions) {
    return conclusions.stream().map(each -> of(each, MAX_DEPTH)).toList();
  }

  /** Why a conclusion holds, told briefly: so many steps down. */
  public Explained of(Conclusion conclusion, int deep) {
    Integer before = numbers.get(conclusion);
    if (before != null) {
      return new Again(before, conclusion);
    }
    if (deep == 0) {
      return new Cut(conclusion);
    }
    int number = numbers.size() + 1;
    numbers.put(conclusion, number);
    List<Derivation> derivations = world.settlement().derivations(conclusion);
    var ways = new ArrayList<Way>();
    for (Derivation derivation : derivations) {
      if (ways.size() < MAX_WAYS) {
        ways.add(way(derivation, deep));
      }
    }
    return new Held(number, conclusion, ways, derivations.size() - ways.size());
  }

  private Way way(Derivation derivation, int deep) {
    Rule rule = derivation.rule();
    CompiledRule form = forms.of(rule);
    var from = new ArrayList<Explained>();
    for (String key : derivation.facts()) {
      from.add(new Stated(key, values(form, world.fact(key))));
    }
    int left = 0;
    for (Conclusion premise : derivation.conclusions()) {
      if (from.size() < MAX_PREMISES) {
        from.add(of(premise, deep - 1));
      } else {
        left++;
      }
    }
    return new Way(
        rule,
        place(rule),
        from,
        left,
        form == null ? List.of() : DisplayText.silent(form, derivation, world));
  }

  private static TreeMap<String, String> values(@Nullable CompiledRule form, @Nullable Fact fact) {
    var values = new TreeMap<String, String>();
    if (form != null && fact != null) {
      RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
      for (Property property : type.properties()) {
        if (form.reads(type.name()).contains(property.name()) && !property.name().equals("key")) {
          values.put(property.name(), DisplayText.brief(property.reader().apply(fact)));
        }
      }
    }
    if (values.isEmpty() && fact != null) {
      List<Property> components =
          Objects.requireNonNull(FactTypes.of(fact.getClass())).components();
      if (components.size() <= FEW) {
        components.forEach(
            each -> values.put(each.name(), DisplayText.brief(each.reader().apply(fact))));
      }
    }
    return values;
  }
}
