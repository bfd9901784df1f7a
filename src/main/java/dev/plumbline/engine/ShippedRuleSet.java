package dev.plumbline.engine;

import dev.plumbline.language.AtWork;
import dev.plumbline.language.NativeImage;
import dev.plumbline.language.RuleFiles;

/**
 * The shipped rules, compiled once. A native image holds the result: what they were translated to,
 * the engine's network, and what the linter knows of each file, which it needs as soon as there are
 * others. On the JVM they are compiled when they are first needed as they are.
 */
final class ShippedRuleSet {

  static final RuleSet RULES;

  static {
    String before = AtWork.now();
    RULES = RuleSet.shipped();
    if (NativeImage.isBeingBuilt()) {
      RuleFiles files = RuleFiles.shipped();
      files.names(".drl").forEach(name -> RuleFile.of(files, name).check());
    }
    // Else a native image would name the last of them for ever.
    AtWork.on(before);
  }

  private ShippedRuleSet() {}
}
