package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of the packaged program in a real browser: one program and one browser for all. */
@Tag("long")
class PageIT extends BrowserTest {

  private static final int NODES = 60;
  private static final int MANY = 5_000;

  private static final String TRY_NOW =
      "document.querySelector('.banner button, .fault button')?.click()";

  private Figures figures;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Browser.assumeThere();
    Program.assumeThere();
    Clusters.write(folder.resolve("snapshot"), NODES, 0);
    launch(folder, Map.of());
    figures = new Figures(browser);
    go("#/");
    browser.until("document.querySelector('.tasks')");
    // Another state of the cluster, so that a rollout has a history.
    Clusters.roll(program.snapshot(), NODES, 2);
    go("#/rollout");
    browser.until("document.querySelector('.nodes-words strong')?.textContent === '2'");
    browser.console();
    browser.requests();
  }

  @ParameterizedTest
  @MethodSource("dev.plumbline.web.page.View#all")
  @Order(1)
  void everyViewShowsItselfWithoutFault(View view) {
    go(view.address());
    browser.until("document.querySelector('h1')?.textContent === '" + view.heading() + "'");
    browser.until("document.querySelector('" + view.part() + "')");

    new Manners(browser, program.address()).noFaultIsIn(view);
  }

  @Test
  @Order(2)
  void anEditIsSeenWithoutReloadAndFocusStays() {
    go("#/pools");
    browser.until("document.querySelector('.pool')");
    browser.run("window.mark = 1; document.querySelectorAll('.pool h2 a')[2].focus()");
    String focused = browser.text("document.activeElement.textContent");
    Path pools = program.snapshot().resolve("cluster/karpenter.yaml");
    String before = Clusters.read(pools);

    Clusters.text(pools, before.replace("  name: gpu\n", "  name: gpu-of-ours\n"));
    browser.until("document.body.innerText.includes('gpu-of-ours')");

    assertThat(browser.text("document.activeElement.textContent")).isEqualTo(focused);
    assertThat(browser.run("return window.mark").asInt()).isEqualTo(1);
    Clusters.text(pools, before);
    browser.until("!document.body.innerText.includes('gpu-of-ours')");
    figures.report("update of the pools", "plumbline:update");
  }

  @Test
  @Order(2)
  void theKeyboardAloneIsEnough() {
    go("#/matrix/golden");
    browser.until("document.querySelector('.matrix td.all')");
    browser.run("document.querySelector('.matrix td[tabindex=\"0\"]').focus()");

    browser.press("Right", "Right", "Left");
    assertThat(browser.text("document.activeElement.dataset.at")).isEqualTo("0 1");
    assertThat(
            browser
                .run("return document.querySelectorAll('.matrix [tabindex=\"0\"]').length")
                .asInt())
        .isEqualTo(1);
    browser.run("document.querySelector('.matrix td.refused').focus()");
    String cell = browser.text("document.activeElement.dataset.at");
    browser.press("Enter");
    browser.until("document.querySelector('#side .why-not')");
    assertThat(browser.text("document.activeElement.id")).isEqualTo("side-title");
    browser.press("Escape");
    assertThat(browser.run("return document.querySelector('#side').hidden").asBoolean()).isTrue();
    assertThat(browser.text("document.activeElement.dataset.at")).isEqualTo(cell);

    browser.press("?");
    browser.until("document.querySelector('#keys').open");
    browser.press("Escape");
    browser.until("!document.querySelector('#keys').open");
    browser.press("g", "t");
    browser.until("location.hash === '#/timeline'");
    browser.press("/");
    assertThat(browser.text("document.activeElement.id")).isEqualTo("find-text");
    browser.press("l", "e", "g", "a", "Enter");
    browser.until("document.querySelector('.object-row')?.textContent.includes('lega')");
  }

  @Test
  @Order(2)
  void theSkipLinkIsFirst() {
    go("#/gates");
    browser.run("location.reload()");
    browser.until("document.querySelector('.dependencies')");
    browser.run("document.activeElement.blur(); window.getSelection().removeAllRanges()");
    browser.press("Tab");
    assertThat(browser.text("document.activeElement.id")).isEqualTo("skip");
    browser.press("Enter");
    assertThat(browser.text("document.activeElement.id")).isEqualTo("main");
    figures.report("first view", "plumbline:first-view");
  }

  @Test
  @Order(2)
  void itKeepsToWhatTheBrowserAsksFor() {
    var manners = new Manners(browser, program.address());
    manners.onPaperThereIsTheViewAlone();
    manners.nothingMovesWhereLessMotionIsAskedFor();
    manners.pagesThatAreLeftKeepNoConnection();
  }

  @Test
  @Order(2)
  void anEntryIsProvedInTheBrowser() {
    go("#/timeline/4");
    browser.until("document.querySelector('.proof-outcome')");
    browser.run(
        "[...document.querySelectorAll('button')].find(b => b.textContent === 'Verify here')"
            + ".click()");
    browser.until("document.querySelector('.proof-outcome .badge')");

    assertThat(browser.text("document.querySelector('.proof-outcome').textContent"))
        .startsWith("verified The entry leads to the root");
  }

  @Test
  @Order(3)
  void aHeldRevisionIsShownWithWhatItWouldChange() {
    Clusters.text(
        program.rules().resolve("parameters.yaml"), "ami.requiredTags: { stage: nowhere }\n");
    go("#/");
    browser.until("document.querySelector('.tasks a[href^=\"#/revision/\"]')");
    browser.run("document.querySelector('.tasks a[href^=\"#/revision/\"]').click()");
    browser.until("document.querySelector('.view-revision .objections li')");
    browser.until("document.querySelector('.view-revision table')");

    assertThat(browser.text("document.querySelector('.view-revision').innerText"))
        .contains("held", "REV-0", "plumbline rules approve", "read-only");
    assertThat(
            browser
                .run("return document.querySelectorAll('main button, main form').length")
                .asInt())
        .as("buttons of a page that only reads")
        .isZero();
    assertThat(Axe.violations(browser)).isEmpty();
  }

  @Test
  @Order(4)
  void aRolloutIsDrawnOverTimeAndAClosedGateInItsPlace() {
    for (int fresh : new int[] {4, 9, 15, 24, 31}) {
      Clusters.roll(program.snapshot(), NODES, fresh);
      go("#/rollout");
      browser.until(
          "document.querySelector('.nodes-words strong')?.textContent === '" + fresh + "'");
    }
    browser.until("document.querySelector('.plot .area')");
    screenshots.of("rollout", "#/rollout", ".plot .area");
    Clusters.fail(program.snapshot(), 31);
    go("#/gates");
    browser.until("document.querySelectorAll('.dependencies .box.closed').length > 2");
    assertThat(browser.text("document.querySelector('.dependencies').getAttribute('aria-label')"))
        .contains("ami-resolution for ssm-parameters");
    assertThat(Axe.violations(browser)).isEmpty();
    browser.look(1280, 560, "dark");
    screenshots.of("gates", "#/gates", ".dependencies .closed");
    browser.look(1280, 800, "light");
    screenshots.of("overview", "#/", ".tasks li");
    go("#/");
    Clusters.roll(program.snapshot(), NODES, 31);
    browser.until("!document.querySelector('.tasks a[href=\"#/gates\"]')");
    screenshots.of("pools", "#/pools", ".pool");
    screenshots.of("matrix", "#/matrix/bottlerocket", ".matrix td.all");
    browser.look(1280, 900, "light");
  }

  @Test
  @Order(5)
  void fiveThousandNodesAreNoTrouble() {
    Clusters.roll(program.snapshot(), MANY, 100);
    go("#/rollout");
    browser.until("document.querySelector('.nodes-words')?.textContent.includes('100 of 5,000')");
    browser.run("performance.clearMeasures()");
    Clusters.roll(program.snapshot(), MANY, 101);
    browser.until("document.querySelector('.nodes-words')?.textContent.includes('101 of 5,000')");
    browser.until("performance.getEntriesByName('plumbline:update').length");
    figures.report("update with 5,000 nodes", "plumbline:update");

    browser.open("about:blank");
    go("#/");
    browser.until("document.querySelector('.numbers')?.innerText.includes('5,000')");
    browser.until("performance.getEntriesByName('plumbline:first-view').length");
    figures.report("first view with 5,000 nodes", "plumbline:first-view");
    figures.requests("first view with 5,000 nodes");

    go("#/objects?kind=NodeClaim");
    browser.until("document.querySelector('.count')?.textContent === '5,000 of 5,000'");
    assertThat(browser.run("return document.querySelectorAll('.object-row').length").asInt())
        .isLessThan(80);
    figures.scrolls();
    browser.until("document.querySelector('.object-row .grow')?.textContent > 'legacy-04'");
  }

  @Test
  @Order(6)
  void whenTheServerIsGoneItSaysSoAndComesBack() throws Exception {
    go("#/gates");
    stands("Live");
    program.kill();
    browser.until(
        "document.querySelector('.banner')?.textContent.includes('The connection is lost')");
    assertThat(browser.text("document.querySelector('#state').textContent"))
        .isEqualTo("Connection lost");
    assertThat(browser.text("document.querySelector('h1').textContent")).isEqualTo("Gates");
    go("#/plan");
    browser.until(
        "document.querySelector('.fault')?.textContent.includes('The server does not respond')");

    program.again(Program.NEVER_SETTLES);
    browser.run(TRY_NOW);
    stands("Not ready");
    browser.until("document.querySelector('.fault h2')?.textContent === 'Not ready'");
    assertThat(browser.text("document.querySelector('.fault').innerText"))
        .contains("waiting for the first settlement", "The page retries every 5 s");
    assertThat(Axe.violations(browser)).isEmpty();
    program.kill();

    program.again();
    browser.run(TRY_NOW);
    stands("Live");
    browser.until("!document.querySelector('.banner') && document.querySelector('.actions')");
  }

  @Test
  @Order(7)
  void anEmptySnapshotSaysWhatToDo() {
    Clusters.empty(program.snapshot());
    go("#/pools");
    browser.until("document.querySelector('.empty-title')?.textContent === 'No NodePool is known'");
    for (String view :
        List.of("#/node-classes", "#/matrix", "#/images", "#/rollout", "#/plan", "#/objects")) {
      go(view);
      browser.until("document.querySelector('.empty-title')");
      assertThat(Axe.violations(browser)).as(view).isEmpty();
    }
    go("#/");
    browser.until("document.querySelector('main').innerText.includes('add Kubernetes objects')");
  }

  private void go(String address) {
    browser.open(program.address() + address);
    browser.until("document.querySelector('main')?.getAttribute('aria-busy') !== null");
  }

  private void stands(String word) {
    browser.until("document.querySelector('#state').textContent === '" + word + "'");
  }
}
