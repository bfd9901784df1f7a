package dev.plumbline.fact;

/**
 * That rules are to be left out, as {@code switched-off.yaml} says it.
 *
 * @param rule a pattern (* and ?) of rule ids: LOOP-*
 * @param owner who answers for it
 * @param reason why
 */
public record RuleSwitch(String rule, String owner, String reason) {}
