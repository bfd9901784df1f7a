package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.NodeAnswer;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.NodeAnswer.Section;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit show}: what an auditor asks of one node, or release, at one time. */
@Command(
    name = "show",
    description = {
      "Answer an auditor's questions about a node or a release.",
      "About a node at a time: its image, why, and by whose rules. About a release of images: its"
          + " history until then. From the log alone."
    },
    parameterListHeading = "%nNode:%n",
    exitCodeList = "1:the log was altered, or an internal error",
    footer = {
      "  plumbline audit show ip-10-0-1-21.ec2.internal --at 2026-11-20T13:00:00Z",
      "      which image it ran then, why that one, by whose rules",
      "  plumbline audit show default-a7c20 --at 2026-11-20 --all -o json",
      "      of a NodeClaim, down to the last fact, for a program",
      "  plumbline audit show ImageVerdict/al2023-v20260714 --at 2026-11-20",
      "      which states the release had until then and why, what failed, who decided"
    })
public final class AuditShowCommand extends Verb {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.OfNode asked;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Option(names = "--all", description = "List everything, down to the last fact.")
  private boolean all;

  @Option(
      names = "--digests",
      description = "List the digests too: of rule files, of the log, and where each rule stands.")
  private boolean digests;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    boolean json = output.json(command);
    return asked.ask(
        command,
        (answer, archive, log) -> {
          PrintWriter out = command.getOut();
          if (json) {
            out.print(answer.toJson() + "\n");
          } else {
            var paper = TextOutput.of(command);
            new AnswerWriter(paper, all, digests).write(answer);
          }
        });
  }

  private static final class AnswerWriter {

    /** Deeper than this a table for people says nothing more; JSON and the page of a bundle do. */
    private static final int MAX_DEPTH = 4;

    private static final int MAX_LINES = 20;

    private static final Pattern FILE_DIGEST =
        Pattern.compile("(\\.(?:drl|yaml):\\d+)@[0-9a-f]{12}");
    private static final Pattern LONG_DIGEST = Pattern.compile("\\b([0-9a-f]{12})[0-9a-f]{52}\\b");

    private final TextOutput paper;
    private final boolean all;
    private final boolean digests;

    AnswerWriter(TextOutput paper, boolean all, boolean digests) {
      this.paper = paper;
      this.all = all;
      this.digests = digests;
    }

    void write(NodeAnswer answer) {
      paper.line(
          0,
          paper.bold(answer.node())
              + " at "
              + answer.at()
              + "  "
              + paper.dim(
                  "decision " + LogArchive.decision(answer.head().origin(), answer.sequence())));
      for (Section section : answer.sections()) {
        paper.blank();
        paper.line(0, paper.bold(section.question()));
        paper.wrapped(2, section.answer());
        lines(section.lines(), 1);
      }
    }

    /** Without the digest of a rule's file, and long digests by their first digits. */
    private String folded(String text) {
      return digests
          ? text
          : FILE_DIGEST.matcher(LONG_DIGEST.matcher(text).replaceAll("$1…")).replaceAll("$1");
    }

    private void lines(List<Line> every, int depth) {
      List<Line> lines = digests ? every : every.stream().filter(line -> !line.digest()).toList();
      int shown = all || lines.size() <= MAX_LINES + 3 ? lines.size() : MAX_LINES;
      for (Line line : lines.subList(0, shown)) {
        String entry = line.entry() == null ? "" : "  (entry " + line.entry() + ")";
        String rule = line.rule() == null ? "" : "  [" + folded(line.rule()) + "]";
        paper.wrapped(2 * depth + 2, folded(line.text()) + rule + entry);
        if (depth < MAX_DEPTH || all) {
          lines(line.below(), depth + 1);
        }
      }
      if (shown < lines.size()) {
        paper.line(
            2 * depth + 2, paper.dim("and " + (lines.size() - shown) + " more (--all lists them)"));
      }
      if (lines.size() < every.size()) {
        paper.line(2 * depth + 2, paper.dim("digests: --digests lists them"));
      }
    }
  }
}
