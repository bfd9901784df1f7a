package dev.plumbline.fact;

/**
 * That rules are switched off in {@code switched-off.yaml}.
 *
 * @param rule a pattern (* and ?) of rule ids: LOOP-*
 * @param owner who answers for it
 * @param reason why
 */
public record RuleSwitch(String rule, String owner, String reason) {}
