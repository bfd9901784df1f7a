package dev.plumbline.web.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pictures of docs/page.md, taken with {@code -Dscreenshots.update=true}. */
final class Screenshots {

  private static final Path IMAGES = Path.of("docs", "images");

  private final Browser browser;
  private final String program;

  Screenshots(Browser browser, String program) {
    this.browser = browser;
    this.program = program;
  }

  /** A view as somebody finds it who opens the page there, once {@code part} is shown. */
  void of(String name, String address, String part) {
    if (!Boolean.getBoolean("screenshots.update")) {
      return;
    }
    browser.open("about:blank");
    browser.open(program + address);
    browser.until("document.querySelector('" + part + "')");
    try {
      Files.createDirectories(IMAGES);
      Files.write(IMAGES.resolve("page-" + name + ".png"), browser.picture());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
