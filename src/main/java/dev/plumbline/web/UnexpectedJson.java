package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A body that is JSON, but not what its endpoint reads: where, and what is read there. */
final class UnexpectedJson {

  private static final int MAX_PATH = 200;

  private UnexpectedJson() {}

  /** One sentence with advice; the path is cut where it is long. */
  static String describe(MismatchedInputException exception) {
    String path =
        exception.getPath().stream().map(UnexpectedJson::name).collect(Collectors.joining("."));
    if (path.length() > MAX_PATH) {
      path = path.substring(0, MAX_PATH) + "…";
    }
    return (path.isEmpty() ? "the body" : path)
        + " is not "
        + expected(exception.getTargetType())
        + ". Try: see /openapi for what is read.";
  }

  private static String name(Reference reference) {
    return reference.getFieldName() == null
        ? String.valueOf(reference.getIndex())
        : reference.getFieldName();
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "what is read here";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "a string";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "an array";
    }
    if (Map.class.isAssignableFrom(type) || type.isRecord()) {
      return "an object";
    }
    return type == boolean.class || type == Boolean.class ? "true or false" : "what is read here";
  }
}
