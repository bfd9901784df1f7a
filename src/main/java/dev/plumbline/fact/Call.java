package dev.plumbline.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method that rule text may call, as the build found it, so that nothing needs reflection to call
 * it.
 *
 * @param owner the type it is declared in
 * @param name its name
 * @param isStatic whether it is called on the type
 * @param result the type of what it returns
 * @param parameters the types of its parameters, at most two
 * @param body calls it
 */
public record Call(
    Class<?> owner,
    String name,
    boolean isStatic,
    Class<?> result,
    List<Class<?>> parameters,
    Body body) {

  /** Calls a method; what it does not take is null. */
  @FunctionalInterface
  public interface Body {
    @Nullable Object apply(@Nullable Object self, @Nullable Object a, @Nullable Object b);
  }
}
