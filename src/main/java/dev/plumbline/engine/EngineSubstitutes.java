package dev.plumbline.engine;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.util.Optional;
import org.drools.base.definitions.rule.impl.RuleImpl;
import org.drools.base.time.impl.Timer;
import org.drools.core.common.PropagationContext;
import org.drools.core.reteoo.TupleImpl;
import org.drools.modelcompiler.KiePackagesBuilder;
import org.drools.modelcompiler.RuleContext;
import org.drools.util.Config;
import org.jspecify.annotations.Nullable;

/** What a native image has in place of methods of the engine. */
final class EngineSubstitutes {

  private EngineSubstitutes() {}

  /**
   * A substitute for the method that reads the attribute {@code timer} of a rule by means of
   * drools-compiler, which is not part of Plumbline. No rule can have that attribute; but a native
   * image cannot be built while a reachable class is missing.
   */
  @TargetClass(KiePackagesBuilder.class)
  static final class WithoutTimers {

    private WithoutTimers() {}

    @Substitute
    private Timer parseTimer(RuleImpl rule, String timer, RuleContext context) {
      throw new IllegalStateException(
          rule.getName() + ": timers need drools-compiler, which is not part of Plumbline.");
    }
  }

  /**
   * A substitute for how the engine reads its settings: of the MicroProfile configuration, which it
   * keeps. When a native image is built, that is the configuration of the machine that builds it.
   */
  @TargetClass(Config.class)
  static final class Settings {

    private Settings() {}

    @Substitute
    public static @Nullable String getConfig(String name) {
      return System.getProperty(name);
    }

    @Substitute
    public static @Nullable String getConfig(String name, @Nullable String otherwise) {
      return System.getProperty(name, otherwise);
    }

    @Substitute
    public static Optional<String> getOptionalConfig(String name) {
      return Optional.ofNullable(System.getProperty(name));
    }
  }

  /**
   * Substitutes for what a match remembers and nothing here asks for: by which change it came,
   * which is for rules that must not fire for themselves, and whether its event is over. A region
   * with nodes has a million matches, and a native image keeps no room for what it never reads.
   */
  @TargetClass(TupleImpl.class)
  static final class WithoutOrigin {

    private WithoutOrigin() {}

    @Substitute
    public PropagationContext getPropagationContext() {
      return RightInputs.INSERTED;
    }

    @Substitute
    public void setPropagationContext(@Nullable PropagationContext context) {}

    @Substitute
    public boolean isExpired() {
      return false;
    }

    @Substitute
    public void setExpired() {}
  }
}
