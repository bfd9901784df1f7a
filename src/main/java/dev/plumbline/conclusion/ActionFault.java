package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * An action that failed, and whether that passes by itself.
 *
 * @param action the kind of action: PinAmis
 * @param object the object: EC2NodeClass/default
 * @param code the error code
 * @param errorClass transient or persistent
 * @param message what was said, in words
 */
public record ActionFault(
    @Key String action, @Key String object, String code, String errorClass, String message)
    implements Conclusion {}
