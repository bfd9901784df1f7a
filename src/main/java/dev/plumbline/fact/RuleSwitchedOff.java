package dev.plumbline.fact;

/**
 * A rule that is left out of the rule set that judges ({@code switched-off.yaml}).
 *
 * @param rule its id: LOOP-001
 * @param owner who answers for it
 * @param reason why
 * @param severity that of the rule: info, low, medium, high, critical
 */
public record RuleSwitchedOff(String rule, String owner, String reason, String severity)
    implements Fact {

  @Override
  public String key() {
    return "RuleSwitchedOff/" + rule;
  }
}
