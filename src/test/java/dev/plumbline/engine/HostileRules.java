package dev.plumbline.engine;

import dev.plumbline.language.RuleLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Rule texts that are too large to be kept as files, each far beyond or right at a limit. */
public final class HostileRules {

  /**
   * An attack.
   *
   * @param verdict {@code refused}: an error with file and line, at once; {@code bounded}: whatever
   *     is found, at once
   */
  public record Attack(String name, TreeMap<String, String> files, String verdict) {}

  private static final String HEAD =
      """
      /*
       * What does the team object to?
       *
       * Reads      Ami
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.Parameter
      import dev.plumbline.conclusion.AmiObjection

      """;

  private final List<Attack> attacks = new ArrayList<>();

  public static List<Attack> all() {
    var rules = new HostileRules();
    rules.nested();
    rules.flat();
    rules.branches();
    rules.bound();
    rules.large();
    rules.broken();
    return rules.attacks;
  }

  private static String rule(String id, String when, String message) {
    return "rule \"rule %s\"\n    @Id(\"%s\") @Control(\"CM-2\") @Severity(\"low\")\nwhen\n    %s\nthen\n    insertLogical( new AmiObjection( \"%s\", \"c\", \"a\", %s ) );\nend\n\n"
        .formatted(id, id, when, id, message);
  }

  private void add(String name, String verdict, String code) {
    attacks.add(new Attack(name, new TreeMap<>(java.util.Map.of("team.drl", code)), verdict));
  }

  private void when(String name, String verdict, String when) {
    add(name, verdict, HEAD + rule("TEAM-001", when, "\"m\""));
  }

  private void message(String name, String verdict, String message) {
    add(name, verdict, HEAD + rule("TEAM-001", "Ami( $ami : id )", message));
  }

  private static String nest(String open, String inner, String close, int times) {
    return open.repeat(times) + inner + close.repeat(times);
  }

  private void nested() {
    // Three brackets stand around the deepest of these.
    for (int times : new int[] {RuleLimits.DEPTH - 3, RuleLimits.DEPTH + 1, 26, 1_000, 20_000}) {
      String verdict = times < RuleLimits.DEPTH ? "bounded" : "refused";
      String pattern = "Ami( state == \"x\" )";
      String suffix = " " + times;
      when(
          "parentheses" + suffix,
          verdict,
          "Ami( " + nest("( ", "name", " )", times) + " == \"x\" )");
      when("calls" + suffix, verdict, "Ami( " + nest("tags.has( ", "name", " )", times) + " )");
      when("lists" + suffix, verdict, "Ami( " + nest("name in ( ", "\"x\"", " )", times) + " )");
      when("not" + suffix, verdict, nest("not( ", pattern, " )", times));
      when("exists" + suffix, verdict, nest("exists( ", pattern, " )", times));
      when("not exists" + suffix, verdict, nest("not( exists( ", pattern, " ) )", times));
      when("forall" + suffix, verdict, nest("forall( ", pattern, " )", times));
      when("bare not" + suffix, verdict, nest("not ", pattern, "", times));
      when("groups" + suffix, verdict, nest("( ", pattern, " )", times));
      when(
          "exclamation" + suffix,
          verdict,
          "Ami( " + nest("! ", "( state == \"x\" )", "", times) + " )");
      when(
          "accumulate" + suffix,
          verdict,
          nest("accumulate( ", pattern, "; $n : count(); $n > 0 )", times));
      message("conclusion" + suffix, verdict, nest("( ", "\"m\"", " )", times));
      when("open brackets" + suffix, verdict, "Ami( " + "[".repeat(times));
      when("open calls" + suffix, verdict, "Ami( " + "f(".repeat(times));
      when("from" + suffix, verdict, nest("Ami( id == \"x\" ) from ( ", pattern, " )", times));
    }
  }

  private void flat() {
    for (int times : new int[] {100, RuleLimits.TERMS + 1, 20_000}) {
      String verdict = times <= 100 ? "bounded" : "refused";
      String suffix = " " + times;
      when(
          "or terms" + suffix,
          verdict,
          "Ami( name == \"x\"" + " || name == \"y\"".repeat(times) + " )");
      when(
          "and terms" + suffix,
          verdict,
          "Ami( name != \"x\"" + " && name != \"y\"".repeat(times) + " )");
      when("sum" + suffix, verdict, "Ami( \"a\"" + " + \"b\"".repeat(times) + " == \"x\" )");
      when("product" + suffix, verdict, "Ami( 1" + " * 2".repeat(times) + " > 3 )");
      when("difference" + suffix, verdict, "Ami( 1" + " - 2".repeat(times) + " > 3 )");
      when("members" + suffix, verdict, "Ami( name" + ".name".repeat(times) + " == \"x\" )");
      when(
          "chained calls" + suffix,
          verdict,
          "Ami( name" + ".toString()".repeat(times) + " == \"x\" )");
      when(
          "mixed" + suffix,
          verdict,
          "Ami( name == \"x\"" + " || name == \"y\" && 1 + 2 > 3".repeat(times) + " )");
      message("text of a conclusion" + suffix, verdict, "\"a\"" + " + \"b\"".repeat(times));
    }
    for (int times : new int[] {RuleLimits.CONSTRAINTS, 1_000, 20_000}) {
      String verdict = times <= RuleLimits.CONSTRAINTS ? "bounded" : "refused";
      when(
          "constraints " + times,
          verdict,
          "Ami( state == \"x\"" + ", name != \"y\"".repeat(times - 1) + " )");
    }
    for (int times : new int[] {RuleLimits.PATTERNS / 2, 100, 20_000}) {
      String verdict = times <= RuleLimits.PATTERNS ? "bounded" : "refused";
      when("patterns " + times, verdict, "Ami( state == \"x\" )\n    ".repeat(times));
      when(
          "groups side by side " + times,
          verdict,
          "not( Ami( state == \"x\" ) )\n    ".repeat(times));
    }
    for (int times : new int[] {10_000, 30_000}) {
      when("values " + times, "refused", "Ami( name in ( \"x\"" + ", \"y\"".repeat(times) + " ) )");
      when(
          "arguments " + times,
          "refused",
          "Ami( tags.has( \"x\"" + ", \"y\"".repeat(times) + " ) )");
      when(
          "functions " + times,
          "refused",
          "accumulate( Ami( $i : id ); $n : count( $i )"
              + ", $m : count( $i )".repeat(times / 2)
              + " )");
      when("branches without end " + times, "refused", "( Ami( )" + " or Ami( )".repeat(times));
    }
    message("long text", "refused", "\"" + "x".repeat(RuleLimits.TEXT_CHARACTERS + 1) + "\"");
    message("very long text", "refused", "\"" + "x".repeat(200_000) + "\"");
  }

  private void branches() {
    String either = "( Ami( state == \"x\" ) or Ami( state == \"y\" ) )\n    ";
    for (int lines : new int[] {4, 5, 15, 20, 1_000}) {
      String verdict = lines <= 4 ? "bounded" : "refused";
      String suffix = " " + lines;
      when("or" + suffix, verdict, either.repeat(lines));
      when("or in not" + suffix, verdict, "not( " + either.repeat(lines) + ")");
      when("or in exists" + suffix, verdict, "exists( " + either.repeat(lines) + ")");
      when(
          "or in forall" + suffix, verdict, "forall( Ami( $i : id ) " + either.repeat(lines) + ")");
      when(
          "or in or" + suffix,
          verdict,
          "( " + either.repeat(lines).strip().replace("\n    ", " and ") + " or Ami( ) )");
    }
    String level = "( Ami( state == \"x\" ) or Ami( state == \"y\" ) ) ".repeat(4);
    when(
        "or within not within not",
        "refused",
        "not( " + level + "not( " + level + "not( " + level + "not( Ami( ) ) ) ) )");
  }

  private void bound() {
    for (int length : new int[] {4, 10, 12, 30}) {
      var constraints = new StringBuilder("$v0 : name.toString()");
      for (int i = 1; i <= length; i++) {
        constraints.append(", $v%d : name.contains( $v%d + $v%d )".formatted(i, i - 1, i - 1));
      }
      when(
          "variables of variables " + length,
          length < 10 ? "bounded" : "refused",
          "Ami( " + constraints + ", $v" + length + " == true )");
    }
  }

  private void large() {
    add("comment beyond the size of a file", "refused", HEAD + "// x\n".repeat(100_000));
    add("one long line", "refused", HEAD + "x".repeat(RuleLimits.FILE_BYTES + 1));
    var many = new StringBuilder(HEAD);
    for (int i = 0; i <= RuleLimits.RULES_PER_FILE; i++) {
      many.append("rule \"r%d\" when then end ".formatted(i));
    }
    add("rules of a file", "refused", many.toString());
    add("many small rules", "refused", HEAD + "rule \"r\" when then end ".repeat(10_000));
    var files = new TreeMap<String, String>();
    for (int i = 0; i <= RuleLimits.FILES; i++) {
      files.put("f%04d.drl".formatted(i), HEAD + rule("TEAM-001", "Ami( )", "\"m\""));
    }
    attacks.add(new Attack("files", files, "refused"));
    files = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      files.put(
          "f%04d.drl".formatted(i), HEAD + "rule \"r%d\" when then end ".formatted(i).repeat(500));
    }
    attacks.add(new Attack("100,000 rules", files, "refused"));
    files = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      files.put("f%04d.drl".formatted(i), HEAD + "// x\n".repeat(40_000));
    }
    attacks.add(new Attack("all files together", files, "refused"));
    messages("long file of messages", "a: \"x\"\n".repeat(100_000));
    messages("nested messages", "a: " + "[".repeat(100_000));
    messages("long name of a message", "? " + "a-".repeat(60_000) + "a\n: \"x\"\n");
    messages("many parameters", "a: \"" + "{ami}".repeat(20_000) + "\"\n");
    messages("anchors", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n");
    messages("tags", "!!java.net.URL [ \"http://x\" ]: \"x\"\n");
  }

  private void messages(String name, String yaml) {
    var files = new TreeMap<String, String>();
    files.put("team.drl", HEAD + rule("TEAM-001", "Ami( $ami : id )", "message( \"a\" )"));
    files.put("team.messages.yaml", yaml);
    attacks.add(new Attack(name, files, "refused"));
  }

  private void broken() {
    add("control characters", "refused", HEAD + "\u0001".repeat(100_000));
    add("signs", "refused", HEAD + "@ ".repeat(100_000));
    add("open comment", "refused", HEAD + "/* ".repeat(60_000));
    add("open quotes", "refused", HEAD + "\"\n".repeat(60_000));
    add("backslashes", "refused", HEAD + "\"" + "\\x".repeat(100_000));
    add("imports", "refused", HEAD + "import a.b ".repeat(20_000));
    add("package", "refused", HEAD + "package " + "a.".repeat(100_000) + "a");
    add("annotations", "refused", HEAD + "rule \"r\" " + "@Id(\"X-001\") ".repeat(10_000));
    add("identifier", "refused", HEAD + rule("A-".repeat(2_000) + "001", "Ami( )", "\"m\""));
    add(
        "control",
        "refused",
        HEAD + rule("TEAM-001\") @Control(\"" + "a, ".repeat(1_300), "Ami( )", "\"m\""));
    add("ends of rules", "refused", HEAD + "end ".repeat(60_000));
    add("semicolons", "refused", HEAD + ";".repeat(200_000));
    var random = new SplittableRandom(7);
    String[] words = {
      "rule",
      "\"r\"",
      "@Id(\"X-001\")",
      "when",
      "then",
      "end",
      "(",
      ")",
      "Ami",
      "not",
      "exists",
      "forall",
      "or",
      "and",
      "accumulate",
      ";",
      ",",
      "$x",
      ":",
      "name",
      "==",
      "\"x\"",
      "+",
      "||",
      "&&",
      "!",
      "in",
      "insertLogical",
      "new",
      "AmiObjection",
      "-",
      "1",
      ".",
      "matches",
      "/*",
      "*/",
      "[",
      "]"
    };
    for (int i = 0; i < 12; i++) {
      var text = new StringBuilder(HEAD);
      for (int j = 0; j < 40_000; j++) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      add("words at random " + i, "refused", text.toString());
    }
  }
}
