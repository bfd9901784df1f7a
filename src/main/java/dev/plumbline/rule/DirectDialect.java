package dev.plumbline.rule;

import org.drools.base.definitions.InternalKnowledgePackage;
import org.drools.compiler.builder.impl.KnowledgeBuilderConfigurationImpl;
import org.drools.compiler.compiler.Dialect;
import org.drools.compiler.compiler.PackageRegistry;
import org.drools.compiler.rule.builder.ConsequenceBuilder;
import org.drools.compiler.rule.builder.RuleBuildContext;
import org.drools.mvel.builder.MVELDialect;
import org.drools.mvel.builder.MVELDialectConfiguration;

/**
 * The engine's dialect, but for right-hand sides: they become a {@link DirectConsequence} where
 * their text allows, and the interpreter never compiles them.
 */
final class DirectDialect extends MVELDialect {

  private DirectDialect(
      ClassLoader loader,
      KnowledgeBuilderConfigurationImpl configuration,
      PackageRegistry registry,
      InternalKnowledgePackage rules) {
    super(loader, configuration, registry, rules);
  }

  /** Has everything that is built with a configuration use it. */
  static void useIn(KnowledgeBuilderConfigurationImpl configuration) {
    configuration.setDialectConfiguration(
        "mvel",
        new MVELDialectConfiguration(configuration) {
          @Override
          public Dialect newDialect(
              ClassLoader loader,
              KnowledgeBuilderConfigurationImpl configuration,
              PackageRegistry registry,
              InternalKnowledgePackage rules) {
            return new DirectDialect(loader, configuration, registry, rules);
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
}
