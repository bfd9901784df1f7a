package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pictures that stand beside {@code ./plumbline serve --snapshot examples/tour} in the docs.
 */
@Tag("long")
class TourPageIT extends BrowserTest {

  private static final String VERDICT = "document.querySelector('.verdict').innerText";
  private static final String HEAD = "document.querySelector('.verdict strong')?.textContent";

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Browser.assumeThere();
    Program.assumeThere();
    Clusters.tour(folder.resolve("snapshot"));
    launch(folder, Map.of());
    browser.look(1280, 800, "light");
  }

  @Order(1)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "overview | #/                    | .tasks li       | 2 things need attention, POOL-011",
        "findings | #/findings            | .groups li      | POOL-011",
        "pools    | #/pools               | .pool-name      | legacy",
        "plan     | #/plan                | .actions li     | +",
        "matrix   | #/matrix/bottlerocket | .matrix td.all  | aarch64",
      })
  void thePictureIsWhatTheCommandShows(String name, String address, String part, String shown) {
    open(address);
    browser.until("document.querySelector('" + part + "')");
    assertThat(browser.text("document.querySelector('main').innerText"))
        .contains(shown.split(", "));
    screenshots.of(name, address, part);
  }

  @Order(2)
  @Test
  void onlyWhatIsKnownToBeFineIsCalledFine() {
    open("#/");
    Clusters.healthy(program.snapshot());
    browser.until(HEAD + " === 'Everything is fine.'");
    assertThat(browser.text(VERDICT))
        .contains("Every gate is open", "there are no findings", "Not queried", "prices");

    Clusters.throttle(program.snapshot());
    browser.until(HEAD + " === 'Nothing needs attention now.'");
    assertThat(browser.text(VERDICT))
        .contains("closed: what they block is not known", "1 source is not ready")
        .doesNotContain("fine", "no findings");
  }
}
