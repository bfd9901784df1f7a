package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That Karpenter launches no node for a pod although it waits for one.
 *
 * @param rule the id of the rule that says so
 * @param pod the pod: shop/cart-0
 * @param message why, in words
 */
public record PodIgnored(@Key String rule, @Key String pod, String message) implements Conclusion {}
