package dev.plumbline.conclusion;

/**
 * A call of a source that failed.
 *
 * @param source images, ssm-parameters, …
 * @param operation the call, with its subject where it has one
 * @param code the error code
 * @param errorClass transient or persistent
 */
public record SourceFault(String source, String operation, String code, String errorClass)
    implements Conclusion {}
