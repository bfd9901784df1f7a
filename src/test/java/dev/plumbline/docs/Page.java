package dev.plumbline.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the documentation, taken apart as far as tests look at it. */
record Page(Path file, List<Part> parts) {

  /** What is read of a page, each with the line it begins on, from 1. */
  sealed interface Part {

    int line();
  }

  /** A fenced block without the indentation of its fence. */
  record Block(int line, String language, String text) implements Part {}

  /** Code within a line. */
  record Span(int line, String code) implements Part {}

  /** A comment, which readers do not see: what the tests are told. */
  record Comment(int line, String text) implements Part {}

  /** A heading as it is written. */
  record Heading(int line, String text) implements Part {}

  /** Where a link or an image leads. */
  record Link(int line, String target) implements Part {}

  private static final Pattern FENCE = Pattern.compile("^( *)(```+) *([A-Za-z-]*).*$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern COMMENT = Pattern.compile("<!--(.*?)-->", Pattern.DOTALL);

  /** Every page that people read; the head of a generated page is read as a part of it. */
  static List<Page> all() throws IOException {
    var pages = new ArrayList<Page>();
    for (String file : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      pages.add(read(Path.of(file)));
    }
    for (Path folder : List.of(Path.of("docs"), Path.of("examples"), Path.of("k8s"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
          if (!file.toString().endsWith(".head.md")) {
            pages.add(read(file));
          }
        }
      }
    }
    return pages;
  }

  static Page read(Path file) throws IOException {
    return of(file, Files.readString(file));
  }

  static Page of(Path file, String text) {
    var parts = new ArrayList<Part>();
    List<String> lines = text.lines().toList();
    for (int at = 0; at < lines.size(); at++) {
      var fence = FENCE.matcher(lines.get(at));
      if (fence.matches()) {
        int end = at + 1;
        while (end < lines.size() && !lines.get(end).strip().equals(fence.group(2))) {
          end++;
        }
        int indent = fence.group(1).length();
        String inside =
            lines.subList(at + 1, Math.min(end, lines.size())).stream()
                .map(line -> line.isBlank() ? "" : line.substring(Math.min(indent, spaces(line))))
                .collect(Collectors.joining("\n"));
        parts.add(new Block(at + 1, fence.group(3), inside));
        at = end;
      } else if (lines.get(at).strip().startsWith("<!--")) {
        int end = at;
        while (end < lines.size() - 1 && !lines.get(end).contains("-->")) {
          end++;
        }
        String inside = String.join("\n", lines.subList(at, end + 1));
        int begin = at + 1;
        COMMENT
            .matcher(inside)
            .results()
            .forEach((MatchResult each) -> parts.add(new Comment(begin, each.group(1).strip())));
        at = end;
      } else {
        line(at + 1, lines.get(at), parts);
      }
    }
    return new Page(file, List.copyOf(parts));
  }

  private static int spaces(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static void line(int number, String line, List<Part> parts) {
    if (line.matches("#{1,6} .*")) {
      parts.add(new Heading(number, line.replaceFirst("^#+ +", "")));
    }
    String bare = CODE.matcher(line).replaceAll("code");
    LINK.matcher(bare)
        .results()
        .forEach((MatchResult link) -> parts.add(new Link(number, link.group(1))));
    CODE.matcher(line)
        .results()
        .forEach(
            (MatchResult code) ->
                parts.add(new Span(number, code.group(1).replace("\\|", "|").strip())));
  }

  /** The parts of one kind, in order. */
  <T extends Part> List<T> every(Class<T> kind) {
    return parts.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
