package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation as a site (docs/site): no page is missing, and no link of it leads nowhere. */
class SiteTest {

  private static final String BASE = "/plumbline/";
  private static final String REPOSITORY = "https://github.com/OWNER/plumbline/";

  private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]+)\"");
  private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]+)\"");
  private static final Pattern NAVIGATION = Pattern.compile("<nav.*?</nav>", Pattern.DOTALL);

  @TempDir Path site;

  /** Pages of docs/, by their name: those that are generated only begin with their heads. */
  private static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("docs"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".md") && !name.endsWith(".head.md"))
          .filter(name -> !name.equals("README.md"))
          .sorted()
          .toList();
    }
  }

  @Test
  void theFirstPageNamesEveryPage() throws IOException {
    List<String> named =
        Page.read(Path.of("docs/README.md")).every(Page.Link.class).stream()
            .map(Page.Link::target)
            .toList();

    assertThat(named).containsAll(pages());
  }

  @Test
  void everyLinkOfTheSiteLeadsSomewhere() throws Exception {
    build();
    Map<Path, String> texts = texts();
    Map<Path, Set<String>> anchors = new HashMap<>();
    texts.forEach((page, text) -> anchors.put(page, found(ID, text)));

    var broken = new ArrayList<String>();
    texts.forEach(
        (page, text) -> {
          for (String link : found(LINK, text)) {
            String fault = fault(page, link, anchors);
            if (fault != null) {
              broken.add(site.relativize(page) + ": " + link + " " + fault);
            }
          }
        });

    assertThat(broken).isEmpty();
  }

  @Test
  void navigationHasEveryPage() throws Exception {
    build();
    Matcher navigation = NAVIGATION.matcher(Files.readString(site.resolve("install/index.html")));
    assertThat(navigation.find()).isTrue();

    assertThat(found(LINK, navigation.group()))
        .containsAll(pages().stream().map(name -> BASE + name.replaceFirst("\\.md$", "/")).toList())
        .contains(BASE + "adr/");
    try (Stream<Path> decisions = Files.list(Path.of("docs/adr"))) {
      assertThat(found(LINK, Files.readString(site.resolve("adr/index.html"))))
          .containsAll(
              decisions
                  .map(file -> file.getFileName().toString().replaceFirst("\\.md$", "/"))
                  .map(name -> BASE + "adr/" + name)
                  .toList());
    }
  }

  /** What Hugo says is nothing that would fail the workflows. */
  private void build() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "hugo"))),
        "hugo is not there: it builds the site");
    Process hugo =
        new ProcessBuilder(
                "hugo",
                "--source",
                "docs/site",
                "--destination",
                site.toString(),
                "--noBuildLock",
                "--panicOnWarning")
            .redirectErrorStream(true)
            .start();
    String said = new String(hugo.getInputStream().readAllBytes());
    assertThat(hugo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(hugo.exitValue()).as(said).isZero();
  }

  private Map<Path, String> texts() throws IOException {
    var texts = new HashMap<Path, String>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".html")).toList()) {
        texts.put(file, Files.readString(file));
      }
    }
    return texts;
  }

  private static Set<String> found(Pattern pattern, String text) {
    var found = new HashSet<String>();
    pattern.matcher(text).results().forEach(each -> found.add(each.group(1)));
    return found;
  }

  private @Nullable String fault(Path page, String link, Map<Path, Set<String>> anchors) {
    if (link.startsWith(REPOSITORY + "blob/main/") || link.startsWith(REPOSITORY + "tree/main/")) {
      String path = link.substring((REPOSITORY + "blob/main/").length()).replaceFirst("#.*", "");
      return Files.exists(Path.of(path)) ? null : "is no file of the repository";
    }
    if (link.matches("[a-z]+:.*")) {
      return null;
    }
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    if (!path.isEmpty() && !path.startsWith(BASE)) {
      return "is relative: it depends on where the page is";
    }
    Path target =
        path.isEmpty()
            ? page
            : site.resolve(path.substring(BASE.length()).replaceFirst("(^|/)$", "$1index.html"));
    if (!Files.exists(target)) {
      return "is not there";
    }
    return hash < 0 || anchors.getOrDefault(target, Set.of()).contains(link.substring(hash + 1))
        ? null
        : "names no heading";
  }
}
