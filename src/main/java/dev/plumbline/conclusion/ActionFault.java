package dev.plumbline.conclusion;

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
    String action, String object, String code, String errorClass, String message)
    implements Conclusion {}
