package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pictures that stand beside {@code ./plumbline serve --snapshot examples/tour} in the docs.
 */
@Tag("long")
class TourPageIT extends BrowserTest {

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Browser.assumeThere();
    Program.assumeThere();
    Clusters.tour(folder.resolve("snapshot"));
    launch(folder, Map.of());
    browser.look(1280, 800, "light");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "overview | #/                    | .tasks li       | 3 things need attention, POOL-011",
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
}
