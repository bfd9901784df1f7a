package dev.plumbline.web.page;

/** Figures of the browser itself; told, not judged: the machine may be busy. */
final class Figures {

  private final Browser browser;

  Figures(Browser browser) {
    this.browser = browser;
  }

  /** How long it took the page last, by its own measure. */
  void report(String what, String measure) {
    browser.until("performance.getEntriesByName('" + measure + "').length");
    double took =
        browser
            .run(
                "const all = performance.getEntriesByName(arguments[0]);"
                    + "return all[all.length - 1].duration",
                measure)
            .asDouble();
    System.out.printf("page: %s: %.0f ms%n", what, took);
  }

  /** How many requests a page made until it was shown, and how much text they brought. */
  void requests(String what) {
    System.out.printf(
        "page: %s: %s%n",
        what,
        browser.text(
            """
            (() => {
              const all = performance.getEntriesByType('resource');
              const api = all.filter(each => each.name.includes('/api/'));
              const size = list => Math.round(list.reduce((sum, each) => sum + each.decodedBodySize, 0) / 1024);
              return `${all.length - api.length} files of ${size(all) - size(api)} KiB,`
                + ` ${api.length} answers of ${size(api)} KiB`;
            })()\
            """));
  }

  /** The slowest of 23 scrolls over a long list. */
  void scrolls() {
    double longest =
        browser
            .run(
                """
                const list = document.querySelector('.virtual');
                let longest = 0;
                for (let at = 0; at < 200000; at += 9000) {
                  const start = performance.now();
                  list.scrollTop = at;
                  list.dispatchEvent(new Event('scroll'));
                  list.offsetHeight;
                  longest = Math.max(longest, performance.now() - start);
                }
                return longest\
                """)
            .asDouble();
    System.out.printf("page: the slowest of 23 scrolls over 5,000 rows: %.1f ms%n", longest);
  }
}
