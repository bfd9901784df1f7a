package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fleet.FleetLogs;
import java.io.IOException;
import java.nio.file.Files;
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

  private static final String COPY_AS_MARKDOWN =
      "[...document.querySelectorAll('#share button')]"
          + ".find(b => b.textContent.includes('Markdown')).click()";

  private Figures figures;
  private boolean fleet;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Browser.assumeThere();
    Program.assumeThere();
    Clusters.write(folder.resolve("snapshot"), NODES, 0);
    FleetLogs.record(folder.resolve("clusters/prod"), "prod");
    FleetLogs.record(folder.resolve("clusters/dev"), "dev");
    Files.delete(folder.resolve("clusters/dev/segments/00000000000000000012.leaves"));
    launch(folder, Map.of("PLUMBLINE_WEB_FLEET_LOCATION", folder.resolve("clusters").toString()));
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
    browser.until("document.querySelector('.pool-name')");
    browser.run("window.mark = 1; document.querySelectorAll('.pool-name')[2].focus()");
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
  void aSearchSuggestsWhileSomebodyTypes() {
    go("#/gates");
    browser.until("document.querySelector('.dependencies')");
    browser.press("/");
    browser.type("m5.large eu-central-1a legacy-00007");
    browser.until("document.querySelector('#found [role=option]')");
    assertThat(browser.text("document.querySelector('#found-0').innerText"))
        .contains("Node", "ip-10-0-0-7.ec2.internal", "legacy", "m5.large");
    assertThat(browser.text("document.activeElement.getAttribute('aria-expanded')"))
        .isEqualTo("true");
    assertThat(Axe.violations(browser)).isEmpty();

    browser.press("Down");
    assertThat(browser.text("document.activeElement.getAttribute('aria-activedescendant')"))
        .isEqualTo("found-0");
    assertThat(browser.text("document.querySelector('#found-0').getAttribute('aria-selected')"))
        .isEqualTo("true");
    browser.press("Enter");
    browser.until("location.hash === '#/object/Node/ip-10-0-0-7.ec2.internal'");
    browser.until("document.querySelector('.node-image')");
    assertThat(browser.text("document.querySelector('.node').innerText"))
        .startsWith("Runs golden-x86_64-v12")
        .contains("behind", "RequirementsDrifted", "legacy-00007", "golden-x86_64-v13", "m5.large");
    assertThat(browser.run("return document.querySelector('#found').hidden").asBoolean()).isTrue();

    browser.press("/");
    browser.type(" nothing is called so");
    browser.press("Escape");
    assertThat(browser.text("document.querySelector('#find-text').getAttribute('aria-expanded')"))
        .isEqualTo("false");
  }

  @Test
  @Order(2)
  void whatIsFilteredSortedAndGroupedIsInTheAddress() {
    go("#/findings?q=legacy");
    browser.until("document.querySelector('.groups li')");
    browser.run("document.querySelector('.fold').click()");
    browser.until("location.hash.includes('open=')");
    browser.until("document.querySelector('.group-item.open td')");
    String hash = browser.text("location.hash");
    String shown = browser.text("document.querySelector('.groups').innerText");
    browser.open("about:blank");
    go(hash);
    browser.until("document.querySelector('.group-item.open td')");
    assertThat(browser.text("document.querySelector('.groups').innerText")).isEqualTo(shown);
    assertThat(browser.text("document.querySelector('#filter-q').value")).isEqualTo("legacy");

    go("#/pools");
    browser.until("document.querySelector('.sort')");
    browser.run(
        "[...document.querySelectorAll('.sort')].find(b => b.innerText === 'Pool').focus()");
    browser.press("Enter");
    browser.until("location.hash === '#/pools?sort=name'");
    browser.press("Enter");
    browser.until("document.querySelector('th[aria-sort=descending]')");
    assertThat(browser.text("document.querySelector('.pool-name').textContent"))
        .isEqualTo("legacy");
  }

  @Test
  @Order(2)
  void aViewIsCopiedAsMarkdownInWhichNothingOfOthersIsMarkup() {
    go("#/findings?group=none&q=NodePool%2Flegacy");
    browser.until("document.querySelector('.grid td')");
    browser.run(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => window.copied = text},"
            + " configurable: true})");
    browser.run(COPY_AS_MARKDOWN);
    browser.until("document.querySelector('.share-said').textContent === 'Markdown copied'");
    assertThat(browser.text("window.copied"))
        .startsWith("## Findings\n\n<http://127.0.0.1:")
        .contains("| Severity | About | Finding |", "NodePool/legacy", "amd64");

    browser.run(
        "document.querySelector('.grid td.wide').firstChild.data = 'a | b <img src=x> [c](d) `e` *f*'");
    browser.run(COPY_AS_MARKDOWN);
    assertThat(browser.text("window.copied"))
        .contains("a \\| b \\<img src=x\\> \\[c\\](d) \\`e\\` \\*f\\*");
    browser.run("document.querySelectorAll('#share button')[0].click()");
    assertThat(browser.text("window.copied")).isEqualTo(browser.text("location.href"));
  }

  @Test
  @Order(2)
  void thePlanShowsEachChangeAsADiffAndReportsFolded() {
    go("#/plan");
    browser.until("document.querySelector('.unified')");
    assertThat(browser.text("document.querySelector('.unified').textContent"))
        .startsWith("--- ")
        .containsPattern("(?m)^\\+\\s*\\S+:");
    assertThat(browser.run("return document.querySelector('.reports')?.open ?? false").asBoolean())
        .isFalse();
  }

  @Test
  @Order(2)
  void aRuleIsTriedAndNotKept() {
    go("#/try");
    browser.until("document.querySelector('.try textarea')");
    browser.run("document.querySelector('.try button[type=submit]').click()");
    browser.until("document.querySelector('#result .badge.good')");
    assertThat(browser.text("document.querySelector('#result').innerText"))
        .contains("passed", "scenarios passed");
    assertThat(browser.text("document.activeElement.id")).isEqualTo("result");
    assertThat(Axe.violations(browser)).isEmpty();

    browser.run("document.querySelector('#template').selectedIndex = 2");
    browser.run("document.querySelector('#template').dispatchEvent(new Event('change'))");
    browser.until("document.querySelector('.try textarea').value.includes('RolloutHold')");
    browser.run(
        "const values = [...document.querySelectorAll('.try textarea')].at(-1);"
            + "values.value = 'holdRollout.hold: the freeze of December';"
            + "values.dispatchEvent(new Event('input'))");
    browser.run("document.querySelector('.try button[type=submit]').click()");
    browser.until("document.querySelector('#result details')");
    assertThat(browser.text("document.querySelector('#result').innerText"))
        .contains("What it would change", "RolloutHold");

    browser.run(
        "const text = document.querySelector('.try textarea');"
            + "text.value = text.value.replace('when', 'when Nothing()');"
            + "text.dispatchEvent(new Event('input'))");
    browser.run("document.querySelector('.try button[type=submit]').click()");
    browser.until("document.querySelector('#result .badge.bad')");
    assertThat(browser.text("document.querySelector('#result').innerText"))
        .contains("not passed", "has errors", ".drl:", "Nothing");
    assertThat(browser.text("document.querySelector('.try textarea').value"))
        .contains("when Nothing()");

    go("#/rules");
    browser.until("document.querySelector('.rule-row')");
    assertThat(browser.text("document.querySelector('.view').innerText"))
        .doesNotContain("TEAM-001");
  }

  @Test
  @Order(2)
  void aPodSaysItsVerdictAndTheNearestPoolFirst() {
    go("#/pods/shop/data-0");
    browser.until("document.querySelector('.verdict')");
    assertThat(browser.text("document.querySelector('.view').firstChild.className"))
        .startsWith("verdict");
    assertThat(browser.text("document.querySelector('.verdict').innerText"))
        .startsWith("No pool can launch a node for it.")
        .contains("comes closest");
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
                .run("return document.querySelectorAll('.view button, .view form').length")
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
    go("#/");
    Clusters.roll(program.snapshot(), NODES, 31);
    browser.until("!document.querySelector('.tasks a[href=\"#/gates\"]')");
    browser.look(1280, 560, "light");
    screenshots.of("node", "#/object/NodeClaim/legacy-00040", ".node-image .badge");
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

  private void fleet() {
    if (!fleet) {
      fleet = true;
      Clusters.fleet(program.snapshot(), MANY);
      go("#/");
      browser.until("document.querySelector('.numbers')?.innerText.includes('53')");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.plumbline.web.page.View#atScale")
  @Order(5)
  void fiftyPoolsAndFiveThousandNodesFitOnThreeScreens(View view) {
    fleet();
    browser.open("about:blank");
    go(view.address());
    browser.until("document.querySelector('" + view.part() + "')");
    figures.report(view + " of the fleet", "plumbline:first-view");
    var manners = new Manners(browser, program.address());
    manners.atMostThreeScreensHigh(view);
    assertThat(Axe.violations(browser)).as("%s", view).isEmpty();
    manners.onATelephone(view);
    manners.atMostThreeScreensHigh(view);
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .as("width of %s", view)
        .isLessThanOrEqualTo(360);
    browser.look(1280, 900, "light");
  }

  @Test
  @Order(5)
  void aGroupSaysOnHowManyPoolsAFindingIs() {
    fleet();
    go("#/findings");
    browser.until("document.querySelector('.groups li')");
    assertThat(browser.text("document.querySelector('.count').textContent"))
        .containsPattern("^[3-9]\\d\\d findings$");
    assertThat(browser.text("document.querySelector('.groups').innerText"))
        .contains("FIND-013 on 50 pools");
    go("#/nodes?group=nodePool");
    browser.until("document.querySelectorAll('.group-item').length === 25");
    go("#/nodes?nodePool=team-07&sort=-name");
    browser.until("document.querySelector('.count')?.textContent === '100 of 5,000 nodes'");
    browser.until("document.querySelector('.pager a')");
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
