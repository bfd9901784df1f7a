package dev.plumbline.host.explain;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.host.explain.Explained.Again;
import dev.plumbline.host.explain.Explained.Cut;
import dev.plumbline.host.explain.Explained.Held;
import dev.plumbline.host.explain.Explained.Stated;
import dev.plumbline.host.explain.Explained.Way;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.why.RuleForm;
import dev.plumbline.rule.why.RuleForms;
import dev.plumbline.rule.why.Shown;
import dev.plumbline.rule.why.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Explains conclusions down to facts. What it has explained once it refers to from then on. */
public final class Explainer {

  private static final int DEEPEST = 12;
  private static final int MOST_WAYS = 3;
  private static final int MOST_PREMISES = 12;

  /** A fact of so few components is shown whole where the rule names none of them. */
  private static final int FEW = 3;

  private final RuleForms forms;
  private final World world;
  private final Map<Conclusion, Integer> numbers = new HashMap<>();

  public Explainer(RuleForms forms, World world) {
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

  /** Why {@code conclusions} hold. */
  public List<Explained> of(Collection<Conclusion> conclusions) {
    return conclusions.stream().map(each -> of(each, DEEPEST)).toList();
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
      if (ways.size() < MOST_WAYS) {
        ways.add(way(derivation, deep));
      }
    }
    return new Held(number, conclusion, ways, derivations.size() - ways.size());
  }

  private Way way(Derivation derivation, int deep) {
    Rule rule = derivation.rule();
    RuleForm form = forms.of(rule);
    var from = new ArrayList<Explained>();
    for (String key : derivation.facts()) {
      from.add(new Stated(key, values(form, world.fact(key))));
    }
    int left = 0;
    for (Conclusion premise : derivation.conclusions()) {
      if (from.size() < MOST_PREMISES) {
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
        form == null ? List.of() : Shown.silent(form, derivation, world));
  }

  private static TreeMap<String, String> values(@Nullable RuleForm form, @Nullable Fact fact) {
    var values = new TreeMap<String, String>();
    if (form != null && fact != null) {
      RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
      for (Property property : type.properties()) {
        if (form.reads(type.name()).contains(property.name()) && !property.name().equals("key")) {
          values.put(property.name(), Shown.brief(property.reader().apply(fact)));
        }
      }
    }
    if (values.isEmpty() && fact != null) {
      List<Property> components =
          Objects.requireNonNull(FactTypes.of(fact.getClass())).components();
      if (components.size() <= FEW) {
        components.forEach(
            each -> values.put(each.name(), Shown.brief(each.reader().apply(fact))));
      }
    }
    return values;
  }
}
