package dev.plumbline.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** One packaged program and one browser for all tests of a class, which run in order. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class BrowserTest {

  Program program;
  Browser browser;
  Screenshots screenshots;

  /** Serves {@code snapshot} below {@code folder}. */
  final void launch(Path folder, Map<String, String> settings) throws IOException {
    program = new Program(folder, settings);
    browser = Browser.start(folder);
    screenshots = new Screenshots(browser, program.address());
    browser.look(1280, 900, "light");
  }

  @AfterAll
  final void close() throws Exception {
    try (Program ended = program) {
      if (browser != null) {
        browser.close();
      }
    }
  }

  /** Opens an address below that of the program, and waits until its view is complete. */
  final void open(String address) {
    browser.open(program.address() + address);
    browser.until("document.querySelector('main')?.getAttribute('aria-busy') === 'false'");
  }
}
