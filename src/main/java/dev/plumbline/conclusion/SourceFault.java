package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A call of a source that failed.
 *
 * @param source images, ssm-parameters, …
 * @param operation the call, with its subject where it has one
 * @param code the error code
 * @param errorClass transient or persistent
 */
public record SourceFault(@Key String source, @Key String operation, String code, String errorClass)
    implements Conclusion {}
