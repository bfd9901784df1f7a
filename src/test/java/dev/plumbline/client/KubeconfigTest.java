package dev.plumbline.client;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {

  private static final String USABLE =
      """
      apiVersion: v1
      kind: Config
      current-context: ours
      contexts: [{name: ours, context: {cluster: ours, user: we}}]
      clusters: [{name: ours, cluster: {server: "https://127.0.0.1:6443"}}]
      users: [{name: we, user: {token: t}}]
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("config");
  }

  @Test
  void isNotAskedForWhereItIsNotSet() {
    for (String paths : new String[] {null, "", " "}) {
      assertThatNoException()
          .isThrownBy(
              () ->
                  Kubeconfig.check(
                      paths,
                      () -> {
                        throw new AssertionError("nothing is read");
                      }));
    }
  }

  @Test
  void isUsedWhereOneOfItsFilesExists() throws IOException {
    Files.writeString(file, USABLE);

    assertThatNoException().isThrownBy(() -> check(folder.resolve("none") + ":" + file));
  }

  @Test
  void isRefusedWithoutAnyOfItsFiles() {
    assertThatThrownBy(() -> check(file.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "KUBECONFIG: %s: there is no such file. Try: check the path, or unset KUBECONFIG."
                .formatted(file));
  }

  @Test
  void isRefusedWhenItIsNoYaml() throws IOException {
    Files.writeString(file, "a: [b\n");

    assertThatThrownBy(() -> check(file.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "KUBECONFIG: %s: it cannot be read: while parsing a flow sequence".formatted(file))
        .hasMessageEndingWith(". Try: kubectl config view.")
        .message()
        .hasLineCount(1);
  }

  @Test
  void isRefusedWithoutACurrentContext() throws IOException {
    for (String text :
        new String[] {"hello: there\n", USABLE.replace("current-context: ours", "a: b")}) {
      Files.writeString(file, text);

      assertThatThrownBy(() -> check(file.toString()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(": it has no current context. Try: kubectl config use-context");
    }
  }

  private void check(String paths) {
    Kubeconfig.check(paths, () -> Config.fromKubeconfig(new File(file.toString())));
  }
}
