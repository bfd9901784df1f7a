package dev.plumbline.cli.table;

/** Text of others in Markdown, which is shown as it is written. */
public final class MarkdownText {

  private MarkdownText() {}

  /** With what Markdown would read as format escaped; it mentions nobody. */
  public static String plain(String text) {
    return text.replaceAll("([\\\\`*_|<>\\[\\]~])", "\\\\$1").replace("@", "&#64;");
  }

  public static String code(String text) {
    return "`" + text.replace("`", "'") + "`";
  }
}
