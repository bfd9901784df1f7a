package dev.plumbline.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An agent that writes down what the engine asks of the JVM by name: classes, their methods and
 * constructors, services, resources. A native image answers only what was declared to it. Calls in
 * the engine's own classes are led through the methods below; the file named by the agent's
 * argument has one line {@code what name} for each thing that was found.
 */
public final class ReflectionTrace {

  private static final Set<String> FOUND = new ConcurrentSkipListSet<>();
  private static final Set<String> ENGINE =
      Set.of("org/drools/", "org/kie/", "org/mvel2/", "org/antlr/", "dev/plumbline/rule/");
  private static final Set<String> OWNERS =
      Set.of(
          "java/lang/Class",
          "java/lang/ClassLoader",
          "java/lang/reflect/Constructor",
          "java/lang/reflect/Method",
          "java/util/ServiceLoader");

  /** The methods below, by the call they stand for: owner, name and descriptor. */
  private static final Map<String, String> STAND_INS = standIns();

  private ReflectionTrace() {}

  /** Called by the JVM before main. */
  public static void premain(String file, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Redirect());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    Files.write(Path.of(file), FOUND);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  private static Map<String, String> standIns() {
    var found = new HashMap<String, String>();
    for (Method method : ReflectionTrace.class.getDeclaredMethods()) {
      Called called = method.getAnnotation(Called.class);
      if (called != null) {
        String descriptor =
            Type.getMethodDescriptor(
                Type.getType(method.getReturnType()),
                Arrays.stream(method.getParameterTypes())
                    .skip(called.isStatic() ? 0 : 1)
                    .map(Type::getType)
                    .toArray(Type[]::new));
        found.put(
            Type.getInternalName(called.on()) + "." + method.getName() + descriptor,
            Type.getMethodDescriptor(method));
      }
    }
    return found;
  }

  /** The class on which the method stood for is called. */
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  private @interface Called {
    Class<?> on();

    boolean isStatic() default false;
  }

  private static final class Redirect implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] bytes) {
      if (name == null
          || name.endsWith("/ReflectionTrace")
          || ENGINE.stream().noneMatch(name::startsWith)) {
        return null;
      }
      var reader = new ClassReader(bytes);
      var writer = new ClassWriter(reader, 0);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] thrown) {
              return redirecting(super.visitMethod(access, method, descriptor, signature, thrown));
            }
          },
          0);
      return writer.toByteArray();
    }

    private static MethodVisitor redirecting(MethodVisitor target) {
      return new MethodVisitor(Opcodes.ASM9, target) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String descriptor, boolean onInterface) {
          String standIn =
              opcode == Opcodes.INVOKESPECIAL || !OWNERS.contains(owner)
                  ? null
                  : STAND_INS.get(owner + "." + method + descriptor);
          if (standIn == null) {
            super.visitMethodInsn(opcode, owner, method, descriptor, onInterface);
          } else {
            super.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Type.getInternalName(ReflectionTrace.class),
                method,
                standIn,
                false);
          }
        }
      };
    }
  }

  private static Class<?> loaded(Class<?> type) {
    FOUND.add("class " + type.getName());
    return type;
  }

  @Called(on = Class.class, isStatic = true)
  public static Class<?> forName(String name) throws ClassNotFoundException {
    return loaded(Class.forName(name));
  }

  @Called(on = Class.class, isStatic = true)
  public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
      throws ClassNotFoundException {
    return loaded(Class.forName(name, initialize, loader));
  }

  @Called(on = ClassLoader.class)
  public static Class<?> loadClass(ClassLoader loader, String name) throws ClassNotFoundException {
    return loaded(loader.loadClass(name));
  }

  @Called(on = Class.class)
  public static Method[] getMethods(Class<?> type) {
    FOUND.add("methods " + type.getName());
    return type.getMethods();
  }

  @Called(on = Class.class)
  public static Method[] getDeclaredMethods(Class<?> type) {
    FOUND.add("methods " + type.getName());
    return type.getDeclaredMethods();
  }

  @Called(on = Class.class)
  public static Method getMethod(Class<?> type, String name, Class<?>[] parameters)
      throws NoSuchMethodException {
    Method found = type.getMethod(name, parameters);
    FOUND.add("method " + type.getName() + " " + name);
    return found;
  }

  @Called(on = Class.class)
  public static Method getDeclaredMethod(Class<?> type, String name, Class<?>[] parameters)
      throws NoSuchMethodException {
    Method found = type.getDeclaredMethod(name, parameters);
    FOUND.add("method " + type.getName() + " " + name);
    return found;
  }

  @Called(on = Class.class)
  public static Constructor<?>[] getConstructors(Class<?> type) {
    FOUND.add("constructors " + type.getName());
    return type.getConstructors();
  }

  @Called(on = Class.class)
  public static Constructor<?>[] getDeclaredConstructors(Class<?> type) {
    FOUND.add("constructors " + type.getName());
    return type.getDeclaredConstructors();
  }

  @Called(on = Class.class)
  public static Constructor<?> getConstructor(Class<?> type, Class<?>[] parameters)
      throws NoSuchMethodException {
    Constructor<?> found = type.getConstructor(parameters);
    FOUND.add("constructors " + type.getName());
    return found;
  }

  @Called(on = Class.class)
  public static Constructor<?> getDeclaredConstructor(Class<?> type, Class<?>[] parameters)
      throws NoSuchMethodException {
    Constructor<?> found = type.getDeclaredConstructor(parameters);
    FOUND.add("constructors " + type.getName());
    return found;
  }

  @Called(on = Class.class)
  public static Field[] getFields(Class<?> type) {
    if (type.getFields().length > 0) {
      FOUND.add("fields " + type.getName());
    }
    return type.getFields();
  }

  @Called(on = Class.class)
  public static Field getField(Class<?> type, String name) throws NoSuchFieldException {
    Field found = type.getField(name);
    FOUND.add("fields " + type.getName());
    return found;
  }

  @Called(on = Class.class)
  public static Field[] getDeclaredFields(Class<?> type) {
    FOUND.add("fields " + type.getName());
    return type.getDeclaredFields();
  }

  @Called(on = Class.class)
  public static Field getDeclaredField(Class<?> type, String name) throws NoSuchFieldException {
    Field found = type.getDeclaredField(name);
    FOUND.add("fields " + type.getName());
    return found;
  }

  @Called(on = Class.class)
  public static Object newInstance(Class<?> type)
      throws InstantiationException,
          IllegalAccessException,
          NoSuchMethodException,
          InvocationTargetException {
    FOUND.add("constructors " + type.getName());
    return type.getDeclaredConstructor().newInstance();
  }

  @Called(on = Class.class)
  public static @Nullable Annotation getAnnotation(Class<?> type, Class<Annotation> annotation) {
    Annotation found = type.getAnnotation(annotation);
    if (found != null) {
      FOUND.add("annotation " + annotation.getName());
    }
    return found;
  }

  @Called(on = Method.class)
  public static @Nullable Annotation getAnnotation(Method method, Class<Annotation> annotation) {
    Annotation found = method.getAnnotation(annotation);
    if (found != null) {
      FOUND.add("annotation " + annotation.getName());
    }
    return found;
  }

  @Called(on = Method.class)
  public static Object invoke(Method method, Object target, Object[] arguments)
      throws IllegalAccessException, InvocationTargetException {
    FOUND.add("method " + method.getDeclaringClass().getName() + " " + method.getName());
    return method.invoke(target, arguments);
  }

  @Called(on = Constructor.class)
  public static Object newInstance(Constructor<?> constructor, Object[] arguments)
      throws InstantiationException, IllegalAccessException, InvocationTargetException {
    FOUND.add("constructors " + constructor.getDeclaringClass().getName());
    return constructor.newInstance(arguments);
  }

  @Called(on = ServiceLoader.class, isStatic = true)
  public static ServiceLoader<?> load(Class<?> service, ClassLoader loader) {
    return traced(service, ServiceLoader.load(service, loader));
  }

  @Called(on = ServiceLoader.class, isStatic = true)
  public static ServiceLoader<?> load(Class<?> service) {
    return traced(service, ServiceLoader.load(service));
  }

  private static <S> ServiceLoader<S> traced(Class<?> service, ServiceLoader<S> loader) {
    String providers =
        loader.stream().map(p -> p.type().getName()).sorted().collect(Collectors.joining(" "));
    if (!providers.isEmpty()) {
      FOUND.add("resource META-INF/services/" + service.getName());
    }
    return loader;
  }

  @Called(on = ClassLoader.class)
  public static @Nullable URL getResource(ClassLoader loader, String name) {
    return found(name, loader.getResource(name));
  }

  @Called(on = ClassLoader.class)
  public static Enumeration<URL> getResources(ClassLoader loader, String name) throws IOException {
    found(name, loader.getResource(name));
    return loader.getResources(name);
  }

  @Called(on = ClassLoader.class)
  public static @Nullable InputStream getResourceAsStream(ClassLoader loader, String name) {
    return found(name, loader.getResourceAsStream(name));
  }

  @Called(on = Class.class)
  public static @Nullable URL getResource(Class<?> type, String name) {
    return found(absolute(type, name), type.getResource(name));
  }

  @Called(on = Class.class)
  public static @Nullable InputStream getResourceAsStream(Class<?> type, String name) {
    return found(absolute(type, name), type.getResourceAsStream(name));
  }

  private static String absolute(Class<?> type, String name) {
    return name.startsWith("/")
        ? name.substring(1)
        : type.getPackageName().replace('.', '/') + "/" + name;
  }

  private static <T> @Nullable T found(String name, @Nullable T answer) {
    if (answer != null) {
      FOUND.add("resource " + name);
    }
    return answer;
  }
}
