package dev.plumbline.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Leads what classes ask of the JVM by name through {@link ReflectionTrace}, and leaves one file a
 * JVM in the folder that is the agent's argument: a line {@code what name < caller} for each thing
 * that was found. Every class is led so that is not the JDK's.
 */
public final class TraceAgent {

  /** The tag of a constant that names a method. */
  private static final int METHOD = 10;

  private static final String TRACE = "trace-";
  private static final Set<String> OWN =
      Set.of("dev/plumbline/image/", "org/objectweb/asm/", "java/", "jdk/", "sun/", "com/sun/");
  private static final Set<String> OWNERS =
      Set.of(
          "java/lang/Class",
          "java/lang/ClassLoader",
          "java/lang/reflect/Array",
          "java/lang/reflect/Proxy",
          "java/util/ResourceBundle",
          "java/util/ServiceLoader");

  /**
   * The methods of {@link ReflectionTrace}, by the call they stand for: owner, name, descriptor.
   */
  private static final Map<String, String> STAND_INS = standIns();

  private TraceAgent() {}

  /** Called by the JVM before main. */
  public static void premain(String folder, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Redirect());
    Path file = Path.of(folder, TRACE + ProcessHandle.current().pid() + ".txt");
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    Files.write(file, ReflectionTrace.FOUND);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  /** The agent as a jar of its own, for a JVM that has none of our class path. */
  public static Path jar(Path folder) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", TraceAgent.class.getName());
    Path jar = folder.resolve("agent.jar");
    try (var stream = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> type :
          List.of(
              TraceAgent.class,
              ReflectionTrace.class,
              Called.class,
              Redirect.class,
              Redirecting.class,
              Calls.class)) {
        add(stream, type);
      }
      Path asm =
          Path.of(ClassReader.class.getProtectionDomain().getCodeSource().getLocation().getPath());
      try (var library = new JarFile(asm.toFile())) {
        for (var entry :
            library.stream().filter(e -> e.getName().startsWith("org/objectweb/")).toList()) {
          if (!entry.isDirectory()) {
            stream.putNextEntry(new ZipEntry(entry.getName()));
            library.getInputStream(entry).transferTo(stream);
          }
        }
      }
    }
    return jar;
  }

  /** What the traces in a folder say was found for those who are asked about, without who asked. */
  public static Set<String> asked(Path folder, Predicate<String> by) throws IOException {
    var asked = new TreeSet<String>();
    for (String line : lines(folder)) {
      int end = line.indexOf(ReflectionTrace.BY);
      if (by.test(line.substring(end + ReflectionTrace.BY.length()))) {
        asked.add(line.substring(0, end));
      }
    }
    return asked;
  }

  /** Every line of the traces in a folder. */
  static Set<String> lines(Path folder) throws IOException {
    var lines = new TreeSet<String>();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith(TRACE)).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  private static void add(JarOutputStream jar, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    jar.putNextEntry(new ZipEntry(name));
    try (InputStream content =
        Objects.requireNonNull(type.getClassLoader().getResourceAsStream(name))) {
      content.transferTo(jar);
    }
  }

  private static Map<String, String> standIns() {
    var found = new HashMap<String, String>();
    for (Method method : ReflectionTrace.class.getDeclaredMethods()) {
      Called called = method.getAnnotation(Called.class);
      if (called != null) {
        // The last parameter is the caller.
        Type[] parameters =
            Arrays.stream(method.getParameterTypes())
                .limit(method.getParameterCount() - 1)
                .skip(called.isStatic() ? 0 : 1)
                .map(Type::getType)
                .toArray(Type[]::new);
        found.put(
            Type.getInternalName(called.on())
                + "."
                + method.getName()
                + Type.getMethodDescriptor(Type.getType(method.getReturnType()), parameters),
            Type.getMethodDescriptor(method));
      }
    }
    return found;
  }

  /** The class on which the method stood for is called. */
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  @interface Called {
    Class<?> on();

    boolean isStatic() default false;
  }

  private static final class Redirect implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (loader == null || name == null || OWN.stream().anyMatch(name::startsWith)) {
        return null;
      }
      try {
        var reader = new ClassReader(bytes);
        if (!calls(reader)) {
          return null;
        }
        var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Redirecting(writer), 0);
        return writer.toByteArray();
      } catch (RuntimeException e) {
        ReflectionTrace.FOUND.add("untraced " + name.replace('/', '.') + ReflectionTrace.BY + e);
        return null;
      }
    }
  }

  /** Whether it calls a method that has a stand-in, by its constants: most classes do not. */
  private static boolean calls(ClassReader reader) {
    var text = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0 && reader.readByte(at - 1) == METHOD) {
        int described = reader.getItem(reader.readUnsignedShort(at + 2));
        String called =
            reader.readClass(at, text)
                + "."
                + reader.readUTF8(described, text)
                + reader.readUTF8(described + 2, text);
        if (STAND_INS.containsKey(called)) {
          return true;
        }
      }
    }
    return false;
  }

  private static final class Redirecting extends ClassVisitor {

    private Type type = Type.VOID_TYPE;
    private boolean old;

    Redirecting(ClassVisitor target) {
      super(Opcodes.ASM9, target);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String parent,
        String[] interfaces) {
      type = Type.getObjectType(name);
      // No constant of such a class can be a class.
      old = (version & 0xFFFF) < Opcodes.V1_5;
      super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] thrown) {
      MethodVisitor target = super.visitMethod(access, method, descriptor, signature, thrown);
      return old ? target : new Calls(target, type);
    }
  }

  private static final class Calls extends MethodVisitor {

    private final Type caller;

    Calls(MethodVisitor target, Type caller) {
      super(Opcodes.ASM9, target);
      this.caller = caller;
    }

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
        super.visitLdcInsn(caller);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Type.getInternalName(ReflectionTrace.class),
            method,
            standIn,
            false);
      }
    }
  }
}
