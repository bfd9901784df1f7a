package dev.plumbline.fact;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a fact or conclusion declares about itself. The build reads it and writes it into the {@link
 * RecordType} that everybody else asks; nothing reads an annotation at run time.
 */
public interface Annotations {

  /** A component that tells one conclusion of a type from another; these come first. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Key {}

  /** Every value that a text can have, null aside. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
  @interface OneOf {
    String[] value();
  }

  /** How many of the type a large cluster has, by order of magnitude. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface ExpectedCount {
    long value();
  }

  /**
   * Which fields of an API object a fact is read from. A field that no record declares is dropped
   * as soon as the object arrives, so a reader never sees it.
   *
   * <p>On the record: the object, and fields that decide whether there is such a fact. On a
   * component: the fields it is made of. A path leads through lists ({@code spec.containers.name})
   * and ends where everything below is read; {@code conditions[Ready]} are the items of type Ready.
   * Name, namespace, kind and API version are always there and not declared.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
  @Repeatable(ReadFrom.All.class)
  @interface ReadFrom {
    String[] value() default {};

    /** On the record: the Kubernetes kind (Pod) or the list that EC2 or SSM answers (Images). */
    String of() default "";

    /** On the record: the path that the components' paths start from. */
    String at() default "";

    /**
     * On the record: whether the whole object is kept, since actions change it. Of a snapshot
     * {@link #secret} is left out.
     */
    boolean whole() default false;

    /** On the record: what is in no snapshot although the object is kept whole. */
    String[] secret() default {};

    /** Several objects that one fact is read from. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
      ReadFrom[] value();
    }
  }
}
