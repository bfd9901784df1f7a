package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an action may concern an object now: all it depends on is there.
 *
 * @param action the kind of action: PinAmis
 * @param object the object: EC2NodeClass/default, Ami/ami-0123
 * @param mode observe or enforce
 * @param message why this mode, in words
 */
public record ActionDue(@Key String action, @Key String object, String mode, String message)
    implements Conclusion {}
