package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.PlumblineCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Verbs and options that the documentation names within a line are ones that the program has. */
class NamedCommandsTest {

  private static final CommandLine PROGRAM = new CommandLine(new PlumblineCommand());

  @Test
  void verbsAndOptionsAreThere() throws IOException {
    var unknown = new ArrayList<String>();
    for (Page page : Page.all()) {
      for (Page.Span span : page.every(Page.Span.class)) {
        String code = span.code().replaceFirst("^\\./", "");
        String fault = code.startsWith("plumbline ") ? fault(code) : null;
        if (fault != null) {
          unknown.add(page + ":" + span.line() + ": `" + code + "`: " + fault);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  private static @Nullable String fault(String code) {
    List<String> words = List.of(code.split("[\\s|]+"));
    CommandLine command = PROGRAM;
    int at = 1;
    while (at < words.size() && command.getSubcommands().containsKey(words.get(at))) {
      command = command.getSubcommands().get(words.get(at));
      at++;
    }
    if (at == 1 && words.get(at).matches("[a-z].*")) {
      return "no verb " + words.get(at);
    }
    for (String word : words.subList(at, words.size())) {
      String option = word.replaceFirst("^\\[", "").replaceFirst("[=\\]].*$", "");
      if (option.matches("--?[a-z].*") && command.getCommandSpec().findOption(option) == null) {
        return command.getCommandSpec().qualifiedName() + " has no " + option;
      }
    }
    return null;
  }
}
