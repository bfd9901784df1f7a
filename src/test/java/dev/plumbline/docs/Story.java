package dev.plumbline.docs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of one page types, in order: the shell blocks and the commands within lines, with
 * what comments say about them.
 *
 * <ul>
 *   <li>{@code before: COMMAND} is typed first, for what the page takes for granted.
 *   <li>{@code not run: REASON} leaves the block that follows alone.
 * </ul>
 *
 * A command ends well unless {@code # exit 2} behind it says otherwise. A block without language,
 * or with {@code text}, that follows a shell block is what it prints, in part.
 */
record Story(List<Typed> typed, List<String> leftOut) {

  /**
   * One command.
   *
   * @param line where it stands
   * @param exit the code it must end with, or {@link #ANY}
   * @param block the block it is in, by the line of its fence; 0 for none
   */
  record Typed(int line, String command, int exit, int block) {}

  /** The exit code of a command that may end as it likes. */
  static final int ANY = -1;

  private static final Pattern EXIT = Pattern.compile("#.*\\bexit (\\d+)\\s*$", Pattern.MULTILINE);

  /** Languages of blocks that are typed. */
  private static final Set<String> SHELL = Set.of("sh", "bash", "shell", "console");

  /** With these a block that names no language begins when it is typed. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "^(\\$ )?(\\./)?(plumbline|mvnw|kubectl|aws|curl|helm|docker|openssl|jq|cp|mkdir|rm|tar|cd|git) .*");

  static Story of(Page page) throws IOException {
    var typed = new ArrayList<Typed>();
    var leftOut = new ArrayList<String>();
    @Nullable String reason = null;
    for (Page.Part part : page.parts()) {
      switch (part) {
        case Page.Comment(int line, String text) when text.startsWith("before:") ->
            typed.add(new Typed(line, text.substring(7).strip(), 0, 0));
        case Page.Comment(int line, String text) when text.startsWith("not run:") ->
            reason = text.substring(8).strip();
        case Page.Span(int line, String code) when code.matches("\\./(plumbline|mvnw) .*") ->
            typed.add(new Typed(line, code, 0, 0));
        case Page.Block block when isShell(block) -> {
          if (reason == null) {
            add(block, typed);
          } else {
            leftOut.add(page + ":" + block.line() + ": " + reason);
          }
          reason = null;
        }
        default -> {}
      }
    }
    if (reason != null) {
      throw new AssertionError(page + ": 'not run: " + reason + "' stands before no shell block");
    }
    return new Story(typed, leftOut);
  }

  /** Whether the block is typed. */
  static boolean isShell(Page.Block block) {
    String first =
        block.text().lines().filter(line -> !line.startsWith("#")).findFirst().orElse("");
    return SHELL.contains(block.language())
        || (block.language().isEmpty() && COMMAND.matcher(first).matches());
  }

  private static void add(Page.Block block, List<Typed> typed) throws IOException {
    int line = block.line();
    if (block.text().startsWith("$ ")) {
      for (String text : block.text().lines().toList()) {
        line++;
        if (text.startsWith("$ ")) {
          typed.add(new Typed(line, text.substring(2), ANY, block.line()));
        }
      }
      return;
    }
    var statement = new StringBuilder();
    int begin = line;
    for (String text : block.text().lines().toList()) {
      line++;
      if (statement.isEmpty()) {
        if (text.isBlank() || text.startsWith("#")) {
          continue;
        }
        begin = line;
      }
      statement.append(text).append('\n');
      String whole = statement.toString();
      if (!text.endsWith("\\") && isWhole(whole)) {
        Matcher exit = EXIT.matcher(whole);
        int code = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
        typed.add(new Typed(begin, whole.strip(), code, block.line()));
        statement.setLength(0);
      }
    }
    if (!statement.isEmpty()) {
      throw new AssertionError("line " + begin + ": no end of\n" + statement);
    }
  }

  private static boolean isWhole(String statement) throws IOException {
    Process bash =
        new ProcessBuilder("bash", "-n")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var input = bash.outputWriter()) {
      input.write(statement);
    }
    try {
      return bash.waitFor(30, TimeUnit.SECONDS) && bash.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** One script that types all of it; what the n-th command says is in {@code said/n}. */
  String script() {
    var script = new StringBuilder("set -o pipefail\n");
    for (int i = 0; i < typed.size(); i++) {
      script
          .append("{\n")
          .append(typed.get(i).command())
          .append("\n} >\"$DOCS_SAID/")
          .append(i)
          .append("\" 2>&1 </dev/null\necho $? >\"$DOCS_SAID/")
          .append(i)
          .append(".exit\"\n");
    }
    return script.toString();
  }

  /** The lines of {@code shown} that are not among {@code said}, in this order. */
  static List<String> missing(String shown, String said) {
    List<String> lines = said.lines().map(Story::lasting).toList();
    var missing = new ArrayList<String>();
    int at = 0;
    for (String line : shown.lines().filter(each -> !each.isBlank()).toList()) {
      String wanted =
          Stream.of(lasting(line).split("…", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*"));
      int found = at;
      while (found < lines.size() && !lines.get(found).matches(wanted)) {
        found++;
      }
      if (found < lines.size()) {
        at = found;
      } else {
        missing.add(line);
      }
    }
    return missing;
  }

  /** A line without the digest of the rules, which every edit of a rule changes. */
  private static String lasting(String line) {
    return line.replaceAll("@[0-9a-f]{12}", "@digest").stripTrailing();
  }
}
