package dev.plumbline.rule;

import java.io.Serializable;
import java.util.List;
import java.util.Queue;
import org.drools.base.definitions.InternalKnowledgePackage;
import org.drools.base.rule.Accumulate;
import org.drools.base.rule.MultiAccumulate;
import org.drools.base.rule.Pattern;
import org.drools.base.rule.RuleConditionElement;
import org.drools.base.rule.SingleAccumulate;
import org.drools.base.rule.accessor.Wireable;
import org.drools.compiler.builder.impl.KnowledgeBuilderConfigurationImpl;
import org.drools.compiler.compiler.Dialect;
import org.drools.compiler.compiler.PackageRegistry;
import org.drools.compiler.rule.builder.AccumulateBuilder;
import org.drools.compiler.rule.builder.ConsequenceBuilder;
import org.drools.compiler.rule.builder.EngineElementBuilder;
import org.drools.compiler.rule.builder.RuleBuildContext;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AccumulateDescr.AccumulateFunctionCallDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.mvel.builder.MVELDialect;
import org.drools.mvel.builder.MVELDialectConfiguration;
import org.kie.api.runtime.rule.AccumulateFunction;
import org.kie.internal.builder.conf.AccumulateFunctionOption;

/**
 * The engine's dialect, but right-hand sides become a {@link DirectConsequence} where their text
 * allows, so that the interpreter never compiles them, and functions of an {@code accumulate} a
 * {@link DirectAccumulator}.
 */
final class DirectDialect extends MVELDialect {

  private final Queue<Runnable> wiring;

  private DirectDialect(
      ClassLoader loader,
      KnowledgeBuilderConfigurationImpl configuration,
      PackageRegistry registry,
      InternalKnowledgePackage rules,
      Queue<Runnable> wiring) {
    super(loader, configuration, registry, rules);
    this.wiring = wiring;
  }

  /**
   * Has everything that is built with a configuration use it.
   *
   * @param wiring gets what is left to do once the rules are wired, from any thread
   */
  static void useIn(KnowledgeBuilderConfigurationImpl configuration, Queue<Runnable> wiring) {
    configuration.setDialectConfiguration(
        "mvel",
        new MVELDialectConfiguration(configuration) {
          @Override
          public Dialect newDialect(
              ClassLoader loader,
              KnowledgeBuilderConfigurationImpl configuration,
              PackageRegistry registry,
              InternalKnowledgePackage rules) {
            return new DirectDialect(loader, configuration, registry, rules, wiring);
          }
        });
  }

  @Override
  public ConsequenceBuilder getConsequenceBuilder() {
    ConsequenceBuilder interpreted = super.getConsequenceBuilder();
    return (RuleBuildContext context, String name) -> {
      String text = String.valueOf(context.getRuleDescr().getConsequence());
      if (!DirectConsequence.given(context.getRule(), name, text)) {
        interpreted.build(context, name);
      }
    };
  }

  @Override
  @SuppressWarnings("rawtypes") // as the engine declares it
  public EngineElementBuilder getBuilder(Class type) {
    return type == AccumulateDescr.class ? getAccumulateBuilder() : super.getBuilder(type);
  }

  @Override
  public AccumulateBuilder getAccumulateBuilder() {
    AccumulateBuilder interpreted = super.getAccumulateBuilder();
    return new AccumulateBuilder() {
      @Override
      public RuleConditionElement build(RuleBuildContext context, BaseDescr descr) {
        return direct(context, descr, interpreted.build(context, descr));
      }

      @Override
      public RuleConditionElement build(RuleBuildContext context, BaseDescr descr, Pattern prefix) {
        return direct(context, descr, interpreted.build(context, descr, prefix));
      }
    };
  }

  private RuleConditionElement direct(
      RuleBuildContext context, BaseDescr descr, RuleConditionElement built) {
    if (built instanceof Accumulate accumulate && descr instanceof AccumulateDescr functions) {
      makeDirect(context, accumulate, functions);
    }
    return built;
  }

  private void makeDirect(RuleBuildContext context, Accumulate accumulate, AccumulateDescr descr) {
    boolean group = descr.isMultiPattern();
    boolean one = accumulate.getSource() instanceof Pattern source && source.getSource() == null;
    if (!group && !one) {
      return;
    }
    List<AccumulateFunctionCallDescr> calls = descr.getFunctions();
    for (int i = 0; i < calls.size(); i++) {
      AccumulateFunctionCallDescr call = calls.get(i);
      if (!DirectAccumulator.FUNCTIONS.contains(call.getFunction())
          || call.getParams().length != 1) {
        continue;
      }
      int index = i;
      AccumulateFunction<Serializable> function = function(context, call);
      wiring.add(
          () ->
              wirer(accumulate, index)
                  .wire(
                      new DirectAccumulator(
                          accumulate.getAccumulators()[index],
                          function,
                          call.getParams()[0],
                          group)));
    }
  }

  @SuppressWarnings("unchecked") // the engine hands over what the function has made
  private static AccumulateFunction<Serializable> function(
      RuleBuildContext context, AccumulateFunctionCallDescr call) {
    return context
        .getConfiguration()
        .getOption(AccumulateFunctionOption.KEY, call.getFunction())
        .getFunction();
  }

  private static Wireable wirer(Accumulate accumulate, int index) {
    return accumulate instanceof MultiAccumulate several
        ? several.new Wirer(index)
        : ((SingleAccumulate) accumulate).new Wirer();
  }
}
