package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import org.jspecify.annotations.Nullable;

/**
 * That a kind of action may concern an object, whatever its gates say.
 *
 * @param action the kind of action: PinAmis
 * @param object the object: EC2NodeClass/default, Ami/ami-0123
 * @param mode {@code plumbline.dev/mode} as the object has it; null when it says nothing
 */
public record ActionSubject(@Key String action, @Key String object, @Nullable String mode)
    implements Conclusion, Internal {}
