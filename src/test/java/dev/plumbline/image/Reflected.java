package dev.plumbline.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a trace holds that the native image must have been told of; the rest of it is left out here,
 * each with its reason.
 */
final class Reflected {

  /** What the build hands to native-image; the execution native-sources of the pom makes it. */
  static final Path SOURCES =
      Path.of(System.getProperty("project.build.directory"), "native-sources");

  /**
   * Quarkus, what its extensions bring, and the code that it generates. What they look up of
   * themselves and of the JDK they declare themselves, or look up while the image is built, where
   * beans and endpoints are set up.
   */
  private static final Pattern QUARKUS =
      Pattern.compile(
          "(io\\.(quarkus|smallrye|netty|vertx|micrometer|prometheus|opentelemetry|grpc)"
              + "|org\\.(jboss|eclipse|wildfly|yaml|slf4j|crac)|jakarta|com\\.fasterxml|picocli"
              + "|com\\.google|com\\.aayushatharva)\\..+"
              + "|.+(_Bean|_ClientProxy|_Observer_.+|_Subclass|\\$quarkusrestinvoker\\$.+)");

  /** What nobody but us declares, whoever asks for it. */
  private static final Pattern OURS =
      Pattern.compile(
          "(dev\\.plumbline|software\\.amazon|com\\.cronutils|org\\.(drools|kie)"
              + "|io\\.fabric8)\\..+");

  /**
   * Looked for and, in a native image, rightly missed: generated classes, JNDI and JMX; and what
   * the interfaces of Kubernetes' models have by default, which is on the JVM found to be no
   * property.
   */
  private static final Set<String> BETTER_MISSED =
      Set.of(
          "methods io.fabric8.kubernetes.api.builder.Editable",
          "methods io.fabric8.kubernetes.api.model.HasMetadata",
          "methods io.fabric8.kubernetes.api.model.KubernetesResource",
          "methods io.fabric8.kubernetes.api.model.KubernetesResourceList",
          "methods io.fabric8.kubernetes.api.model.Namespaced",
          "methods java.lang.Class",
          "class java.lang.management.ManagementFactory",
          "class javax.naming.InitialContext");

  /** What fabric8 looks for of each kind that it could handle; Plumbline uses few. */
  private static final Pattern OTHER_KINDS =
      Pattern.compile(
          "service io\\.fabric8\\.kubernetes\\.api\\.model\\.KubernetesResource .+"
              + "|class io\\.fabric8\\.kubernetes\\.api\\.model\\."
              + "(?!(ConfigMap|coordination\\.v1\\.Lease)(Builder|List)$).+(Builder|List)");

  /** Part of every image. */
  private static final Pattern IN_EVERY_IMAGE =
      Pattern.compile("array (java\\.lang\\.(Object|String)|int|long|byte|char|double|boolean)");

  private Reflected() {}

  /** Those lines of a trace that something must be declared for. */
  static List<String> toDeclare(Collection<String> trace) {
    return trace.stream().filter(Reflected::isToDeclare).toList();
  }

  private static boolean isToDeclare(String line) {
    int end = line.indexOf(ReflectionTrace.BY);
    String asked = line.substring(0, end);
    String by = line.substring(end + ReflectionTrace.BY.length());
    String[] words = asked.split(" ");
    if (BETTER_MISSED.contains(asked)
        || OTHER_KINDS.matcher(asked).matches()
        || IN_EVERY_IMAGE.matcher(asked).matches()) {
      return false;
    }
    return !QUARKUS.matcher(by).matches()
        || !words[0].equals("class") && OURS.matcher(words[1]).matches();
  }

  /** Whether the build has made what the trace is held against. */
  static boolean canBeHeld() {
    return Files.isDirectory(SOURCES.resolve("lib"));
  }

  /** What a native image would miss of a trace, sorted. */
  static List<String> missing(Collection<String> trace) throws IOException {
    return Declarations.ofSources(SOURCES).missing(toDeclare(trace));
  }
}
