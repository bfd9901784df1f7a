package dev.plumbline.fact;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Metadata of facts and conclusions. The build compiles it into their {@link RecordType};
 * annotations are not read at run time.
 */
public interface Annotations {

  /**
   * A component that identifies a conclusion among those of its type; key components come first.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Key {}

  /** The closed set of values of a string component, null excepted. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
  @interface OneOf {
    String[] value();
  }

  /** The number of instances in a large cluster, by order of magnitude. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface ExpectedCount {
    long value();

    /** Whether there are no more conclusions of a type than facts of this type that they name. */
    boolean bounds() default false;
  }

  /** Rules call this static method of package policy as a method of its first parameter. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface ExtensionMethod {}

  /**
   * The components by which conclusions name a fact, its own first; else the name of its type in
   * camelCase.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface NamedBy {
    String[] value();
  }

  /**
   * The fields of an API object that a fact is read from. Fields that no record declares are
   * dropped on receipt.
   *
   * <p>On a record: the object, and the fields that decide whether the fact exists. On a component:
   * the fields it is derived from. A path traverses lists ({@code spec.containers.name}) and
   * includes everything below its end; {@code conditions[Ready]} selects the items of type Ready.
   * Name, namespace, kind and API version are implicit.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
  @Repeatable(ReadFrom.All.class)
  @interface ReadFrom {
    String[] value() default {};

    /** On the record: the Kubernetes kind (Pod), or the list in an EC2 or SSM response (Images). */
    String of() default "";

    /** On the record: the prefix of the paths of its components. */
    String at() default "";

    /**
     * On the record: whether to retain the whole object, since actions change it. Snapshots omit
     * {@link #secret}.
     */
    boolean whole() default false;

    /** On the record: fields that snapshots omit although the whole object is retained. */
    String[] secret() default {};

    /** Several objects that one fact is read from. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
      ReadFrom[] value();
    }
  }
}
