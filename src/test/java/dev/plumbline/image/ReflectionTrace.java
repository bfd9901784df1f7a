package dev.plumbline.image;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.Enumeration;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@link TraceAgent} leads calls to: each method does what the one it stands for does, and
 * writes down what was found. A native image finds only what was declared to it.
 */
public final class ReflectionTrace {

  /** Between what was found and the class that asked for it. */
  static final String BY = " < ";

  static final Set<String> FOUND = new ConcurrentSkipListSet<>();

  private ReflectionTrace() {}

  private static void found(String what, Class<?> caller) {
    FOUND.add(what + BY + caller.getName());
  }

  private static Class<?> loaded(Class<?> type, Class<?> caller) {
    found("class " + type.getName(), caller);
    return type;
  }

  @TraceAgent.Called(on = Class.class, isStatic = true)
  public static Class<?> forName(String name, Class<?> caller) throws ClassNotFoundException {
    return loaded(Class.forName(name, true, caller.getClassLoader()), caller);
  }

  @TraceAgent.Called(on = Class.class, isStatic = true)
  public static Class<?> forName(
      String name, boolean initialize, ClassLoader loader, Class<?> caller)
      throws ClassNotFoundException {
    return loaded(Class.forName(name, initialize, loader), caller);
  }

  @TraceAgent.Called(on = ClassLoader.class)
  public static Class<?> loadClass(ClassLoader loader, String name, Class<?> caller)
      throws ClassNotFoundException {
    return loaded(loader.loadClass(name), caller);
  }

  @TraceAgent.Called(on = Class.class)
  public static Method[] getMethods(Class<?> type, Class<?> caller) {
    found("methods " + type.getName(), caller);
    return type.getMethods();
  }

  @TraceAgent.Called(on = Class.class)
  public static Method[] getDeclaredMethods(Class<?> type, Class<?> caller) {
    found("methods " + type.getName(), caller);
    return type.getDeclaredMethods();
  }

  @TraceAgent.Called(on = Class.class)
  public static Method getMethod(Class<?> type, String name, Class<?>[] parameters, Class<?> caller)
      throws NoSuchMethodException {
    Method found = type.getMethod(name, parameters);
    found("method " + type.getName() + " " + name, caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static Method getDeclaredMethod(
      Class<?> type, String name, Class<?>[] parameters, Class<?> caller)
      throws NoSuchMethodException {
    Method found = type.getDeclaredMethod(name, parameters);
    found("method " + type.getName() + " " + name, caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static Constructor<?>[] getConstructors(Class<?> type, Class<?> caller) {
    found("constructors " + type.getName(), caller);
    return type.getConstructors();
  }

  @TraceAgent.Called(on = Class.class)
  public static Constructor<?>[] getDeclaredConstructors(Class<?> type, Class<?> caller) {
    found("constructors " + type.getName(), caller);
    return type.getDeclaredConstructors();
  }

  @TraceAgent.Called(on = Class.class)
  public static Constructor<?> getConstructor(Class<?> type, Class<?>[] parameters, Class<?> caller)
      throws NoSuchMethodException {
    Constructor<?> found = type.getConstructor(parameters);
    found("constructors " + type.getName(), caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static Constructor<?> getDeclaredConstructor(
      Class<?> type, Class<?>[] parameters, Class<?> caller) throws NoSuchMethodException {
    Constructor<?> found = type.getDeclaredConstructor(parameters);
    found("constructors " + type.getName(), caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static Field[] getFields(Class<?> type, Class<?> caller) {
    if (type.getFields().length > 0) {
      found("fields " + type.getName(), caller);
    }
    return type.getFields();
  }

  @TraceAgent.Called(on = Class.class)
  public static Field getField(Class<?> type, String name, Class<?> caller)
      throws NoSuchFieldException {
    Field found = type.getField(name);
    found("fields " + type.getName(), caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static Field[] getDeclaredFields(Class<?> type, Class<?> caller) {
    if (type.getDeclaredFields().length > 0) {
      found("fields " + type.getName(), caller);
    }
    return type.getDeclaredFields();
  }

  @TraceAgent.Called(on = Class.class)
  public static Field getDeclaredField(Class<?> type, String name, Class<?> caller)
      throws NoSuchFieldException {
    Field found = type.getDeclaredField(name);
    found("fields " + type.getName(), caller);
    return found;
  }

  @TraceAgent.Called(on = Class.class)
  public static RecordComponent @Nullable [] getRecordComponents(Class<?> type, Class<?> caller) {
    if (type.isRecord()) {
      found("components " + type.getName(), caller);
    }
    return type.getRecordComponents();
  }

  @TraceAgent.Called(on = Class.class)
  public static Object newInstance(Class<?> type, Class<?> caller)
      throws InstantiationException,
          IllegalAccessException,
          NoSuchMethodException,
          InvocationTargetException {
    found("constructors " + type.getName(), caller);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.trySetAccessible();
    return constructor.newInstance();
  }

  @TraceAgent.Called(on = Array.class, isStatic = true)
  public static Object newInstance(Class<?> type, int length, Class<?> caller) {
    found("array " + type.getName(), caller);
    return Array.newInstance(type, length);
  }

  @TraceAgent.Called(on = Proxy.class, isStatic = true)
  public static Object newProxyInstance(
      ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler, Class<?> caller) {
    String names = Stream.of(interfaces).map(Class::getName).collect(Collectors.joining(","));
    found("proxy " + names, caller);
    return Proxy.newProxyInstance(loader, interfaces, handler);
  }

  @TraceAgent.Called(on = ResourceBundle.class, isStatic = true)
  public static ResourceBundle getBundle(String name, Class<?> caller) {
    return getBundle(name, Locale.getDefault(), caller);
  }

  @TraceAgent.Called(on = ResourceBundle.class, isStatic = true)
  public static ResourceBundle getBundle(String name, Locale locale, Class<?> caller) {
    return getBundle(name, locale, caller.getClassLoader(), caller);
  }

  @TraceAgent.Called(on = ResourceBundle.class, isStatic = true)
  public static ResourceBundle getBundle(
      String name, Locale locale, ClassLoader loader, Class<?> caller) {
    found("bundle " + name, caller);
    return ResourceBundle.getBundle(name, locale, loader);
  }

  @TraceAgent.Called(on = ServiceLoader.class, isStatic = true)
  public static ServiceLoader<?> load(Class<?> service, ClassLoader loader, Class<?> caller) {
    return traced(service, ServiceLoader.load(service, loader), caller);
  }

  @TraceAgent.Called(on = ServiceLoader.class, isStatic = true)
  public static ServiceLoader<?> load(Class<?> service, Class<?> caller) {
    return traced(service, ServiceLoader.load(service), caller);
  }

  private static <S> ServiceLoader<S> traced(
      Class<?> service, ServiceLoader<S> loader, Class<?> caller) {
    try {
      loader.stream()
          .map(provider -> provider.type())
          .filter(provider -> provider.getClassLoader() != null)
          .filter(provider -> !provider.getModule().isNamed())
          .forEach(
              provider -> found("service " + service.getName() + " " + provider.getName(), caller));
    } catch (ServiceConfigurationError e) {
      found("unread " + service.getName(), caller);
    }
    return loader;
  }

  @TraceAgent.Called(on = ClassLoader.class)
  public static @Nullable URL getResource(ClassLoader loader, String name, Class<?> caller) {
    return found(name, loader.getResource(name), caller);
  }

  @TraceAgent.Called(on = ClassLoader.class)
  public static Enumeration<URL> getResources(ClassLoader loader, String name, Class<?> caller)
      throws IOException {
    found(name, loader.getResource(name), caller);
    return loader.getResources(name);
  }

  @TraceAgent.Called(on = ClassLoader.class)
  public static @Nullable InputStream getResourceAsStream(
      ClassLoader loader, String name, Class<?> caller) {
    return found(name, loader.getResourceAsStream(name), caller);
  }

  @TraceAgent.Called(on = Class.class)
  public static @Nullable URL getResource(Class<?> type, String name, Class<?> caller) {
    return found(absolute(type, name), type.getResource(name), caller);
  }

  @TraceAgent.Called(on = Class.class)
  public static @Nullable InputStream getResourceAsStream(
      Class<?> type, String name, Class<?> caller) {
    return found(absolute(type, name), type.getResourceAsStream(name), caller);
  }

  private static String absolute(Class<?> type, String name) {
    return name.startsWith("/")
        ? name.substring(1)
        : type.getPackageName().replace('.', '/') + "/" + name;
  }

  private static <T> @Nullable T found(String name, @Nullable T answer, Class<?> caller) {
    if (answer != null) {
      found("resource " + name, caller);
    }
    return answer;
  }
}
