package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

/** How the page behaves towards the browser that it is in. */
final class Manners {

  private final Browser browser;
  private final String program;

  Manners(Browser browser, String program) {
    this.browser = browser;
    this.program = program;
  }

  /** Nothing is told to the console, asked of others, too wide, or in the way of anybody. */
  void noFaultIsIn(View view) {
    assertThat(browser.text("document.querySelector('.fault')")).isEqualTo("null");
    assertThat(browser.console()).as("console of %s", view).isEmpty();
    assertThat(browser.requests()).allSatisfy(each -> assertThat(each).startsWith(program));
    assertThat(Axe.violations(browser)).as("%s in light colours", view).isEmpty();
    atMostThreeScreensHigh(view);
    onATelephone(view);
    atMostThreeScreensHigh(view);
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .as("width of %s", view)
        .isLessThanOrEqualTo(360);
    assertThat(Axe.violations(browser)).as("%s in dark colours at 360 px", view).isEmpty();
    browser.look(1280, 900, "light");
  }

  /** Opened there, so that nothing is unfolded that only a large screen shows at once. */
  void onATelephone(View view) {
    browser.open("about:blank");
    browser.look(360, 740, "dark");
    open(view.address(), view.part());
  }

  /** What is further down is folded, or on the next page. */
  void atMostThreeScreensHigh(View view) {
    assertThat(
            browser
                .run("return document.documentElement.scrollHeight / window.innerHeight")
                .asDouble())
        .as("screens of %s", view)
        .isLessThanOrEqualTo(3);
  }

  void onPaperThereIsTheViewAlone() {
    open("#/pools/legacy", ".pool");
    browser.medium("print", "dark", "reduce");
    assertThat(
            browser.text(
                "[...document.querySelectorAll('.top, #nav, #share, button')]"
                    + ".filter(each => each.getClientRects().length).length"))
        .isEqualTo("0");
    assertThat(browser.text("getComputedStyle(document.body).color")).isEqualTo("rgb(23, 28, 38)");
    assertThat(browser.run("return document.querySelector('.pool').offsetHeight").asInt())
        .isPositive();
    browser.look(1280, 900, "light");
  }

  void nothingMovesWhereLessMotionIsAskedFor() {
    String moves = "getComputedStyle(document.querySelector('#beat')).animationName";
    open("#/pools", ".pool-name");
    browser.run("document.querySelector('#beat').classList.add('beat-once')");
    browser.medium("screen", "light", "no-preference");
    assertThat(browser.text(moves)).isEqualTo("beat-once");
    browser.medium("screen", "light", "reduce");
    assertThat(browser.text(moves)).isEqualTo("none");
    assertThat(browser.run("return document.getAnimations().length").asInt()).isZero();
  }

  /** A browser has six for all pages of a server, those that it keeps for going back among them. */
  void pagesThatAreLeftKeepNoConnection() {
    for (int n = 0; n < 8; n++) {
      browser.open("about:blank");
      open("#/plan", ".actions");
    }
    browser.until("document.querySelector('#state').textContent === 'Live'");
    browser.open("about:blank");
    browser.run("history.back()");
    browser.until("document.querySelector('.actions')");
    browser.until("document.querySelector('#state').textContent === 'Live'");
  }

  private void open(String address, String part) {
    browser.open(program + address);
    browser.until("document.querySelector('" + part + "')");
  }
}
