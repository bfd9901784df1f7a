package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the documentation, typed in the order in which a page shows them, ends as it
 * should and prints what the page shows behind it ({@link Story} has the rules).
 *
 * <p>Commands of Plumbline are answered by the verbs themselves, {@code serve} and {@code snapshot}
 * by the packaged program; a port 8080 of a page is the one it listens on. Tools of a shell (curl,
 * jq, openssl, sha256sum, tar, …) are the real ones.
 *
 * <p>{@code kubectl} is the real one, on a real API server ({@link LiveCluster}), where both are
 * there. That server is older than a cluster is today and has neither nodes nor controllers. So a
 * PodDisruptionBudget is left out of what {@code -k} names, a deletion is not waited for, and
 * {@code rollout}, {@code wait}, {@code logs}, {@code port-forward}, {@code exec} and {@code cp}
 * are not asked of it. Those, and all of kubectl where there is no such server, and always what
 * would change an account or the checkout (aws, cosign, docker, helm, mvnw), is a stand-in ({@code
 * src/test/resources/docs/bin}), as is what is downloaded of a release: it holds it to what can be
 * known without: that the verb is one, and that every file it names is there.
 */
@Tag("long")
class DocumentedCommandsIT {

  /** Blocks that nobody types: more than these need a reason that is good enough for all. */
  private static final int MOST_LEFT_OUT = 6;

  /** What the pages use besides a shell. */
  private static final List<String> TOOLS =
      List.of("bash", "curl", "gzip", "jq", "openssl", "sha256sum", "tar", "unzip", "xxd");

  @TempDir private static Path folder;

  private static Checkout checkout;

  static List<Page> pages() throws IOException {
    String only = System.getProperty("docs.page", "");
    var pages = new ArrayList<Page>();
    for (Page page : Page.all()) {
      if (page.toString().matches(".*(" + only + ").*") && !Story.of(page).typed().isEmpty()) {
        pages.add(page);
      }
    }
    return pages;
  }

  @BeforeAll
  static void open() throws IOException {
    assumeTrue(Checkout.packaged(), "the program is not packaged: ./mvnw package does it");
    for (String tool : TOOLS) {
      assumeTrue(isThere(tool), tool + " is not there: the pages use " + TOOLS);
    }
    checkout = new Checkout(folder);
  }

  private static boolean isThere(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  @AfterAll
  static void close() throws IOException {
    if (checkout != null) {
      checkout.close();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsDoWhatThePageSays(Page page) throws Exception {
    Story story = Story.of(page);

    checkout.type(story);

    var faults = new ArrayList<String>();
    for (int i = 0; i < story.typed().size(); i++) {
      Story.Typed typed = story.typed().get(i);
      if (checkout.exit(i) != typed.exit() && typed.exit() != Story.ANY) {
        faults.add(
            "%s:%d ends with %d, not %d: %s%n%s"
                .formatted(
                    page,
                    typed.line(),
                    checkout.exit(i),
                    typed.exit(),
                    typed.command(),
                    checkout.said(i)));
      }
    }
    faults.addAll(unseen(page, story));
    assertThat(faults).isEmpty();
  }

  @Test
  void kubectlAsksTheClusterWhereThereIsOne() throws Exception {
    assumeTrue(checkout.live(), "there is no API server, or no kubectl: a stand-in answers");
    String typed =
        """
        ```sh
        kubectl get nodepool default -o name
        kubectl get nodepool nobody            # exit 1
        ```
        """;

    checkout.type(Story.of(Page.of(Path.of("typed.md"), typed)));

    assertThat(checkout.said(0)).isEqualTo("nodepool.karpenter.sh/default\n");
    assertThat(checkout.exit(1)).isEqualTo(1);
    assertThat(checkout.said(1)).contains("NotFound");
  }

  /** What pages show behind commands and the commands did not say. */
  private static List<String> unseen(Page page, Story story) {
    var unseen = new ArrayList<String>();
    Page.Block typed = null;
    for (Page.Block block : page.every(Page.Block.class)) {
      boolean shown = block.language().isEmpty() || block.language().equals("text");
      if (Story.isShell(block)) {
        typed = block.text().startsWith("$ ") ? null : block;
      } else if (typed != null && shown) {
        String said = said(story, typed);
        List<String> missing = Story.missing(block.text(), said);
        if (!missing.isEmpty()) {
          unseen.add(
              "%s:%d shows %s, but it says%n%s".formatted(page, block.line(), missing, said));
        }
        typed = null;
      } else {
        typed = null;
      }
    }
    return unseen;
  }

  private static String said(Story story, Page.Block block) {
    var said = new StringBuilder();
    for (int i = 0; i < story.typed().size(); i++) {
      if (story.typed().get(i).block() == block.line()) {
        said.append(checkout.said(i));
      }
    }
    return said.toString();
  }

  @Test
  void littleIsLeftOutAndNotWithoutReason() throws IOException {
    var leftOut = new ArrayList<String>();
    for (Page page : Page.all()) {
      leftOut.addAll(Story.of(page).leftOut());
    }
    leftOut.forEach(each -> System.out.println("not run: " + each));

    assertThat(leftOut)
        .hasSizeLessThanOrEqualTo(MOST_LEFT_OUT)
        .allSatisfy(each -> assertThat(each.replaceFirst("^[^ ]* ", "")).hasSizeGreaterThan(20));
  }
}
