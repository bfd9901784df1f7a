package dev.plumbline.client;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files that {@code KUBECONFIG} names. The client takes another API server where they say
 * nothing; who has named them means them.
 */
public final class Kubeconfig {

  private Kubeconfig() {}

  /**
   * Checks that they have a current context.
   *
   * @param paths {@code KUBECONFIG}, separated as on a {@code PATH}; null or empty when not set
   * @param reader reads all of them
   * @throws IllegalArgumentException when none of them exists, one cannot be read, or there is no
   *     current context
   */
  public static void check(@Nullable String paths, Supplier<Config> reader) {
    if (paths == null || paths.isBlank()) {
      return;
    }
    if (Arrays.stream(paths.split(File.pathSeparator, -1)).noneMatch(it -> new File(it).isFile())) {
      throw invalid(paths, "there is no such file. Try: check the path, or unset KUBECONFIG.");
    }
    Config config;
    try {
      config = reader.get();
    } catch (RuntimeException e) { // the client wraps what the parser throws
      String why = String.valueOf(ApiException.rootMessage(e)).replaceAll("\\s+", " ");
      throw invalid(paths, "it cannot be read: " + why + ". Try: kubectl config view.");
    }
    if (config.getCurrentContext() == null) {
      throw invalid(paths, "it has no current context. Try: kubectl config use-context NAME.");
    }
  }

  private static IllegalArgumentException invalid(String paths, String why) {
    return new IllegalArgumentException("KUBECONFIG: " + paths + ": " + why);
  }
}
