package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What an author reads when rule text cannot be used: where, what, and what to do. */
class RuleErrorsTest {

  private static final String HEAD =
      """
      package rules.x
      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.InstanceType
      import dev.plumbline.conclusion.AmiApproval
      """;

  private static final String CONCLUDES =
      """
      insertLogical( new AmiApproval( "X-001", "c", $a, "m" ) );\
      """;

  /** A file with its rule in lines 5 to 11: the condition in line 8, the conclusion in line 10. */
  private static String rule(String when, String then) {
    return HEAD
        + """
        rule "r"
            @Id("X-001") @Control("CM-2") @Severity("info")
        when
            %s
        then
            %s
        end
        """
            .formatted(when, then);
  }

  private static String when(String condition) {
    return rule(condition, CONCLUDES);
  }

  private static String then(String consequence) {
    return rule("$ami : Ami( $a : id )", consequence);
  }

  private static String head(String line) {
    return when("Ami( $a : id )").replace("\nrule", "\n" + line + "\nrule");
  }

  private record Case(String name, String text, String message) {}

  @Test
  void aRowOfMeasuresIsARuleWhereOneReadsIt() {
    String row = "measures:\n  X-001:\n    finding: too many\n";
    String reads = when("Ami( $a : id )\n    exists RevisionMeasure( id == $a )");
    Map<String, String> read =
        Map.of(
            "x.drl",
            reads.replace("import", "import dev.plumbline.fact.RevisionMeasure\nimport"),
            "x.measures.yaml",
            row);

    assertThat(
            catchThrowableOfType(
                InvalidRulesException.class, () -> RuleSet.compile(RuleFiles.of(read))))
        .hasMessage("x.measures.yaml:2:1: the id X-001 is taken: x.drl:8 has it.");
    assertThat(
            RuleSet.compile(
                    RuleFiles.of(Map.of("x.drl", when("Ami( $a : id )"), "x.measures.yaml", row)))
                .rules())
        .hasSize(1);
  }

  @TestFactory
  Stream<DynamicTest> oneFile() {
    return Stream.of(
            new Case(
                "a field that the fact has not, on a line of its own",
                when("Ami( $a : id,\n         architecure == \"x\" )"),
                "x.drl:9:10: Ami has no field architecure. Did you mean architecture?"),
            new Case(
                "a field that cannot be bound, and the variable misses only because of it",
                when("Ami( $a : idd )"),
                "x.drl:8:15: Ami has no field idd. Did you mean id?"),
            new Case(
                "a method that the value has not",
                when("Ami( $a : id, tags.hass( \"x\" ) )"),
                "x.drl:8:24: Tags has no method hass(String). Did you mean has?"),
            new Case(
                "a field that the value has not",
                when("Ami( $a : id, tags.colour == \"x\" )"),
                "x.drl:8:24: Tags has no field colour."),
            new Case(
                "a method that misses in a from",
                when("Ami( $a : id, $t : tags )\n    String() from $t.list()"),
                "x.drl:9:14: from cannot be used here: facts come from the session alone."
                    + " Try: accumulate( … )."),
            new Case(
                "a type that is not there",
                when("InstansType( $a : name )"),
                "x.drl:8:5: there is no type InstansType. Did you mean InstanceType?"),
            new Case(
                "a type that is not imported",
                when("NodePool( $a : name )"),
                "x.drl:8:5: NodePool is not imported. Try: import"
                    + " dev.plumbline.fact.NodePool"),
            new Case(
                "an import of a type that is not there",
                head("import dev.plumbline.fact.AliasFamly"),
                "x.drl:5:8: dev.plumbline.fact.AliasFamly cannot be imported."
                    + " Did you mean dev.plumbline.fact.AliasFamily?"),
            new Case(
                "a variable that is not bound",
                when("Ami( $a : id, $name : name, $name == $nome )"),
                "x.drl:8:42: $nome is not bound in this rule. Did you mean $name?"),
            new Case(
                "a variable that is not bound, in a comment and a string too",
                when("Ami( $a : id /* $n */, name == \"$n\", name == $n )"),
                "x.drl:8:50: $n is not bound in this rule."),
            new Case(
                "a variable that is bound twice",
                when("Ami( $a : id, $a : name )"),
                "x.drl:8:19: $a is bound twice. Try: give one of them another name."),
            new Case(
                "a function that cannot accumulate",
                when("accumulate( Ami( $i : id ); $a : summ( $i ) )"),
                "x.drl:8:38: there is no function summ to accumulate with. Did you mean sum?"),
            new Case(
                "syntax on the left",
                when("Ami( $a : id,, name == \"x\" )"),
                "x.drl:8:18: , is unexpected here. Try: a value."),
            new Case(
                "one equals sign",
                when("Ami( $a : id, name = \"x\" )"),
                "x.drl:8:24: = cannot be used here: nothing is assigned here. Did you mean ==?"),
            new Case(
                "a bracket that does not close",
                when("Ami( $a : id"),
                "x.drl:9:1: then is unexpected here. Try: )."),
            new Case(
                "a quote that does not close",
                when("Ami( $a : id, name == \"x )"),
                "x.drl:8:27: a quote opens here and does not close on this line."),
            new Case(
                "a rule without an end",
                when("Ami( $a : id )").replace("\nend", ""),
                "x.drl:11:1: the text ends too early. Try: add end."),
            new Case(
                "an unbound variable on the right, on the second line of its statement",
                then("insertLogical( new AmiApproval( \"X-001\", \"c\",\n        $b, \"m\" ) );"),
                "x.drl:11:9: $b is not bound in this rule."),
            new Case(
                "a method that misses on the right",
                then("insertLogical( new AmiApproval( \"X-001\", \"c\", $ami.nam(), \"m\" ) );"),
                "x.drl:10:56: Ami has no method nam(). Did you mean name?"),
            new Case(
                "a conclusion that is not there",
                then("insertLogical( new AmiAproval( \"X-001\", \"c\", $a, \"m\" ) );"),
                "x.drl:10:24: there is no type AmiAproval. Did you mean AmiApproval?"),
            new Case(
                "a conclusion made of too little",
                then("\n    insertLogical( new AmiApproval( \"X-001\", \"c\", $a ) );"),
                "x.drl:11:24: AmiApproval takes (String rule, String nodeClass, String ami, String"
                    + " message), not (String, String, String)."),
            new Case(
                "a call that is not there",
                then("insertLogicaly( new AmiApproval( \"X-001\", \"c\", $a, \"m\" ) );"),
                "x.drl:10:5: there is no insertLogicaly to call here. Did you mean insertLogical?"),
            new Case(
                "a bracket that does not close on the right",
                then("insertLogical( new AmiApproval( \"X-001\", \"c\", $a, \"m\" );"),
                "x.drl:10:60: ; is unexpected here. Try: )."),
            new Case(
                "a conclusion that names another rule",
                then("insertLogical( new AmiApproval( \"X-002\", \"c\", $a, \"m\" ) );"),
                "x.drl:10:37: AmiApproval names \"X-002\" as its rule, which is @Id(\"X-001\")."
                    + " Try: write \"X-001\" here."),
            new Case(
                "two mistakes",
                when("Ami( $a : id, nam == \"x\" )\n    InstanceType( nme == $a )"),
                """
                x.drl:8:19: Ami has no field nam. Did you mean name?
                x.drl:9:19: InstanceType has no field nme. Did you mean name?\
                """),
            new Case(
                "no metadata",
                when("Ami( $a : id )").replaceAll("    @Id.*\\n", ""),
                """
                x.drl:5:1: rule "r" has no @Control. Try: add @Control("CM-2").
                x.drl:5:1: rule "r" has no @Id. Try: add @Id("TEAM-001").
                x.drl:5:1: rule "r" has no @Severity. Try: add @Severity("info").\
                """),
            new Case(
                "a severity that is not there",
                when("Ami( $a : id )").replace("\"info\"", "\"hihg\""),
                "x.drl:6:36: there is no severity hihg: it is one of info, low, medium, high,"
                    + " critical. Did you mean high?"),
            new Case(
                "a function",
                head("function String f( String x ) { return x; }"),
                "x.drl:5:1: function cannot be used here: it needs a class defined at run time."
                    + " Try: write a method call in the condition."),
            new Case(
                "a declared type",
                head("declare Foo\n  x : int\nend"),
                "x.drl:5:1: declare cannot be used here: it needs a class defined at run time."
                    + " Try: a fact or a conclusion."),
            new Case(
                "the Java dialect of a file",
                head("dialect \"java\""),
                "x.drl:5:1: dialect cannot be used here. Try: omit it; every rule uses mvel."),
            new Case(
                "the Java dialect of a rule",
                when("Ami( $a : id )").replace("when\n", "dialect \"java\"\nwhen\n"),
                "x.drl:7:1: dialect cannot be used here. Try: omit it; every rule uses mvel."),
            new Case(
                "a rule unit",
                when("Ami( $a : id )").replace("rules.x\n", "rules.x\nunit Foo;\n"),
                "x.drl:2:1: unit cannot be used here. Try: write package instead."),
            new Case(
                "a named consequence",
                rule("Ami( $a : id )\n    do[x]", CONCLUDES + "\nthen[x]\n    " + CONCLUDES),
                "x.drl:9:5: do cannot be used here. Try: write a second rule for it."),
            new Case(
                "an empty file",
                " \n// nothing yet\n",
                "x.drl: is empty. Try: delete the file, or write its first rule."),
            new Case(
                "a file without rules",
                HEAD,
                "x.drl: holds no rule. Try: delete the file, or write its first rule."))
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.name(),
                    () ->
                        assertThat(problems(Map.of("x.drl", it.text()))).isEqualTo(it.message())));
  }

  @Test
  void namesAndIdsAreUniqueAcrossFiles() {
    String text = when("Ami( $a : id )");

    assertThat(problems(new TreeMap<>(Map.of("a.drl", text, "b.drl", text))))
        .isEqualTo(
            """
            b.drl:5:1: @Id("X-001") is taken: a.drl:5 has it.
            b.drl:5:1: rule "r" is there twice: a.drl:5 has the name.\
            """);
  }

  @TestFactory
  Stream<DynamicTest> aRuleThatCannotBeEvaluatedOnAFactIsNamed() {
    String ami = "$ami : Ami( $a : id, $owner : ownerAlias )";
    return Stream.of(
            new Case(
                "a condition on one fact",
                when("Ami( $a : id, $owner : ownerAlias, name.startsWith( $owner ) )"),
                ""),
            new Case("a condition on several", when(ami + " Ami( name.startsWith( $owner ) )"), ""),
            new Case(
                "what is accumulated",
                when(ami + " accumulate( Ami(); $s : sum( $owner.length() ) )"),
                ""),
            new Case(
                "what is concluded",
                rule(
                    ami,
                    """
                    insertLogical( new AmiApproval( "X-001", "c", $a, $owner.toString() ) );\
                    """),
                ""))
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.name(),
                    () -> namesTheRule(RuleSet.compile(RuleFiles.of(Map.of("x.drl", it.text()))))));
  }

  private static void namesTheRule(RuleSet rules) {
    try (RuleSession session = rules.newSession()) {
      session.put(withoutAlias());

      assertThatThrownBy(session::settle)
          .isInstanceOf(InvalidRulesException.class)
          .hasMessage(
              "x.drl:5:1: X-001 cannot be evaluated on these facts: it uses a value that is null."
                  + " Try: compare with null first what may be null, and values of one type with"
                  + " each other.")
          .hasRootCauseInstanceOf(NullPointerException.class);
    }
  }

  private static Ami withoutAlias() {
    return new Ami(
        "ami-1",
        "own",
        "available",
        null,
        "x86_64",
        "123456789012",
        null,
        null,
        null,
        Tags.NONE,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void everyFileIsRead() {
    assertThat(
            problems(
                Map.of(
                    "a.drl",
                    when("Ami( $a : idd )"),
                    "b.drl",
                    "",
                    "c.drl",
                    when("Ami( $a : id )").replace("\"r\"", "\"s\"").replace("X-001", "X-002"))))
        .isEqualTo(
            """
            a.drl:8:15: Ami has no field idd. Did you mean id?
            b.drl: is empty. Try: delete the file, or write its first rule.\
            """);
  }

  private static String problems(Map<String, String> textByName) {
    var thrown =
        catchThrowableOfType(
            InvalidRulesException.class, () -> RuleSet.compile(RuleFiles.of(textByName)));
    return thrown == null ? "compiled" : String.valueOf(thrown.getMessage());
  }
}
