package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/controls.md tells of the controls that the shipped rules serve, and of no others. */
class ControlsTest {

  private static final Pattern CONTROL =
      Pattern.compile("(?m)@Control\\( *\"([^\"]+)\"|^    control: (.+)$");
  private static final Pattern RULES = Pattern.compile("\\.(drl|measures\\.yaml)$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]{2}-[0-9]+) \\|");

  @Test
  void everyControlOfARuleHasItsRow() throws IOException {
    var served = new TreeSet<String>();
    RuleFiles.shipped()
        .all()
        .forEach(
            (name, text) ->
                CONTROL
                    .matcher(RULES.matcher(name).find() ? text : "")
                    .results()
                    .flatMap(
                        each ->
                            Pattern.compile(", *")
                                .splitAsStream(
                                    each.group(1) == null ? each.group(2) : each.group(1)))
                    .forEach(served::add));
    var told = new TreeSet<String>();
    ROW.matcher(Files.readString(Path.of("docs/controls.md")))
        .results()
        .forEach(row -> told.add(row.group(1)));

    assertThat(told).isEqualTo(served);
  }
}
