package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People who let a revision through and roll it back, in a real browser, with the keyboard alone,
 * by tokens that are judged for real: one story, told in order.
 */
@Tag("long")
class PageChangesIT extends BrowserTest {

  private static final String SHOWN = "document.querySelector('.view-revision').innerText";

  private Approvers approvers;
  private String before;
  private String held;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Browser.assumeThere();
    Program.assumeThere();
    approvers = Approvers.of(folder);
    Clusters.write(folder.resolve("snapshot"), 6, 0);
    parameters(folder.resolve("rules"), "ami.minimumAge: 2d\n");
    launch(folder, approvers.settings());
    open("#/rules");
    browser.until("document.querySelector('a[href^=\"#/revision/\"]')");
    before = browser.text("document.querySelector('a[href^=\"#/revision/\"]').hash");
    browser.requests();
  }

  @AfterAll
  void end() {
    if (approvers != null) {
      approvers.end().run();
    }
  }

  @Test
  @Order(1)
  void aHeldRevisionWaitsForSomebodyToStandByIt() {
    parameters(program.rules(), "ami.requiredTags: { stage: prod }\n");
    open("#/");
    browser.until("document.querySelector('.tasks a[href^=\"#/revision/\"]')");
    held = browser.text("document.querySelector('.tasks a[href^=\"#/revision/\"]').hash");
    browser.run("document.querySelector('.tasks a[href^=\"#/revision/\"]').focus()");
    browser.press("Enter");
    browser.until("document.querySelector('.view-revision table')");

    assertThat(browser.text(SHOWN))
        .contains("held", "Approve this revision", "What it would change");
    assertThat(browser.text("document.querySelector('.block.approve').innerText"))
        .doesNotContain("token");
    assertThat(Axe.violations(browser)).isEmpty();
    screenshots.of("revision", held, ".view-revision table");
  }

  @Test
  @Order(2)
  void withoutATokenTheFormComes() {
    open(held);
    focus("#decide");
    browser.press("Enter");
    assertThat(focused()).isEqualTo("token");
    browser.press("Enter");
    assertThat(browser.run("return document.activeElement.validity.valueMissing").asBoolean())
        .isTrue();
    assertThat(Axe.violations(browser)).as("the form in light colours").isEmpty();
    browser.look(360, 740, "dark");
    assertThat(Axe.violations(browser)).as("the form in dark colours at 360 px").isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(360);
    browser.look(1280, 900, "light");
    browser.press("Escape");
    assertThat(focused()).isEqualTo("decide");
    assertThat(browser.text("document.querySelector('#token')")).isEqualTo("null");
  }

  @Test
  @Order(3)
  void aTokenOfNobodyIsToldSo() {
    browser.press("Enter");
    say(approvers.ann().token() + "x");
    told("Invalid token: it is unknown, has expired or is for another audience.");
    assertThat(focused()).isEqualTo("token");
    assertThat(Axe.violations(browser)).isEmpty();
    assertThat(state()).isEqualTo("held");
  }

  @Test
  @Order(4)
  void oneWhoMayNotIsToldSo() {
    browser.run("document.activeElement.select()");
    say(approvers.bob().token());
    told("Forbidden: " + approvers.refusal());
    browser.until(SHOWN + ".includes('You are " + approvers.bob().name() + ".')");
    assertThat(focused()).isEqualTo("decide");
    assertThat(Axe.violations(browser)).isEmpty();
    assertThat(state()).isEqualTo("held");
    assertThat(program.said())
        .contains("A change was refused: verb=approve")
        .contains("user=" + approvers.bob().name() + " status=403");
  }

  @Test
  @Order(5)
  void oneWhoMayIsHeardAndTheViewFollows() {
    browser.press("Tab", "Enter");
    assertThat(focused()).as("with another token").isEqualTo("token");
    browser.run("window.mark = 1");
    say(approvers.ann().token());
    browser.until("document.querySelector('.view-revision .badge').textContent === 'active'");
    told("Active since");
    assertThat(focused()).isEqualTo("outcome");
    assertThat(browser.text(SHOWN))
        .contains("You are " + approvers.ann().name() + ".")
        .contains("approved by " + approvers.ann().name());
    assertThat(browser.run("return window.mark").asInt()).as("not loaded anew").isEqualTo(1);
    assertThat(browser.text("document.querySelector('#decide')")).isEqualTo("null");
    assertThat(Axe.violations(browser)).isEmpty();
  }

  @Test
  @Order(6)
  void theDecisionLogNamesWhoApproved() {
    recorded("activated, approved by " + approvers.ann().name());
    browser.run("document.querySelector('.timeline a').click()");
    browser.until("document.querySelector('.view-timeline .fields')");
    assertThat(browser.text("document.querySelector('.view-timeline').innerText"))
        .contains("approved by\n" + approvers.ann().name())
        .contains("Preview", "would have no AMI");
    assertThat(Axe.violations(browser)).isEmpty();
  }

  @Test
  @Order(7)
  void theSameOneRollsBack() {
    browser.run("location.hash = arguments[0]", before);
    browser.until("document.querySelector('#decide')?.textContent === 'Roll back'");
    focus("#decide");
    browser.press("Enter");
    browser.until("document.querySelector('.view-revision .badge').textContent === 'active'");
    told("Active since");
    assertThat(focused()).isEqualTo("outcome");
    recorded("activated again, approved by " + approvers.ann().name());
    browser.run("location.hash = arguments[0]", held);
    browser.until("document.querySelector('.view-revision .badge')?.textContent === 'replaced'");
    browser.until("document.querySelector('#decide')?.textContent === 'Roll back'");
  }

  @Test
  @Order(8)
  void theTokenIsKeptNowhereAndGoneWithThePage() {
    String token = approvers.ann().token();
    assertThat(browser.text("document.documentElement.outerHTML")).doesNotContain(token);
    assertThat(browser.text("location.href + document.cookie")).doesNotContain(token);
    assertThat(browser.run("return localStorage.length + sessionStorage.length").asInt()).isZero();
    browser.run(
        "window.kept = null; Promise.all([indexedDB.databases(), caches.keys()])"
            + ".then(found => window.kept = found.flat().length + ' kept')");
    browser.until("window.kept");
    assertThat(browser.text("window.kept")).isEqualTo("0 kept");
    assertThat(program.said()).doesNotContain(token).doesNotContain(approvers.bob().token());
    assertThat(browser.requests())
        .allSatisfy(each -> assertThat(each).startsWith(program.address()).doesNotContain(token));

    browser.run("document.querySelector('.approve button.inline').click()");
    browser.until("!" + SHOWN + ".includes('You are ')");
    assertThat(focused()).isEqualTo("decide");
    browser.press("Enter");
    say(approvers.bob().token());
    browser.until(SHOWN + ".includes('You are ')");
    browser.run("location.reload()");
    browser.until("document.querySelector('#decide')");
    assertThat(browser.text(SHOWN)).doesNotContain("You are");
    focus("#decide");
    browser.press("Enter");
    assertThat(focused()).as("it asks again").isEqualTo("token");
  }

  private void focus(String part) {
    browser.until("document.querySelector('" + part + "')");
    browser.run("document.querySelector(arguments[0]).focus()", part);
  }

  private String focused() {
    return browser.text("document.activeElement.id");
  }

  private String state() {
    return browser.text("document.querySelector('.view-revision .badge').textContent");
  }

  private void say(String token) {
    browser.type(token);
    browser.press("Enter");
  }

  private void told(String words) {
    browser.until("document.querySelector('#outcome').textContent.includes(" + quoted(words) + ")");
  }

  private void recorded(String words) {
    browser.run("location.hash = '#/timeline?kind=rules'");
    browser.until(
        "document.querySelector('.timeline .grow')?.textContent.includes(" + quoted(words) + ")");
  }

  private static String quoted(String words) {
    return "\"" + words + "\"";
  }

  private static void parameters(Path rules, String text) {
    Clusters.text(rules.resolve("parameters.yaml"), text);
  }
}
