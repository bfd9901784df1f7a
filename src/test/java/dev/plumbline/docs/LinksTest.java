package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every link of the documentation leads somewhere: files, headings in them, and known hosts. */
class LinksTest {

  /** Who is linked to. Nothing is fetched. */
  private static final Set<String> HOSTS =
      Set.of(
          "argo-cd.readthedocs.io",
          "c2sp.org",
          "cloudcustodian.io",
          "csrc.nist.gov",
          "docs.aws.amazon.com",
          "fluxcd.io",
          "github.com",
          "json-schema.org",
          "karpenter.sh",
          "kubernetes.io",
          "kyverno.io",
          "nightlies.apache.org",
          "open-policy-agent.github.io",
          "quarkus.io",
          "www.rfc-editor.org");

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  @Test
  void everyLinkLeadsToAFileAHeadingOrAKnownHost() throws IOException {
    var broken = new ArrayList<String>();
    for (Page page : Page.all()) {
      for (Page.Link link : page.every(Page.Link.class)) {
        String fault = fault(page, link.target());
        if (fault != null) {
          broken.add(page + ":" + link.line() + ": " + link.target() + " " + fault);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyPageCanBeReachedFromTheFirst() throws IOException {
    var reached = new HashSet<Path>();
    var next = new ArrayList<>(List.of(Path.of("README.md")));
    while (!next.isEmpty()) {
      Path file = next.removeLast();
      if (reached.add(file)) {
        for (Page.Link link : Page.read(file).every(Page.Link.class)) {
          String target = link.target().replaceFirst("#.*", "");
          Path found = beside(file, target);
          if (!target.contains("://") && target.endsWith(".md") && Files.exists(found)) {
            next.add(found);
          }
        }
      }
    }
    List<Path> pages =
        Page.all().stream()
            .map(Page::file)
            .filter(page -> page.startsWith("docs") && !page.startsWith("docs/adr"))
            .toList();

    assertThat(reached).containsAll(pages);
  }

  @Test
  void headingsAreAnchoredAsGitHubDoes() {
    Page page =
        Page.of(Path.of("x.md"), "# What's `a.b` – new?\n```\n# no heading\n```\n## Same\n## Same");

    assertThat(anchors(page)).containsExactlyInAnyOrder("whats-ab--new", "same", "same-1");
  }

  private @Nullable String fault(Page page, String target) throws IOException {
    if (target.matches("[a-z]+:.*")) {
      URI uri = URI.create(target);
      return !"https".equals(uri.getScheme())
          ? "is not https"
          : HOSTS.contains(uri.getHost()) ? null : "is of a host that is not listed here";
    }
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page.file() : beside(page.file(), path);
    if (!Files.exists(file)) {
      return "is not there";
    }
    if (hash < 0 || !file.toString().endsWith(".md")) {
      return null;
    }
    if (!anchors.containsKey(file)) {
      anchors.put(file, anchors(Page.read(file)));
    }
    return anchors.get(file).contains(target.substring(hash + 1))
        ? null
        : "names no heading of " + file;
  }

  private static Path beside(Path page, String path) {
    Path parent = page.getParent();
    return (parent == null ? Path.of(path) : parent.resolve(path)).normalize();
  }

  private static Set<String> anchors(Page page) {
    var anchors = new HashSet<String>();
    Map<String, Integer> seen = new HashMap<>();
    for (Page.Heading heading : page.every(Page.Heading.class)) {
      String anchor =
          heading
              .text()
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\-_ ]", "")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}
