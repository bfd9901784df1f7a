package dev.plumbline.cli;

import dev.plumbline.cli.StoryChanges.Line;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.host.Live;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.rule.Settlement;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells a story: what happens, and what came of it by what was concluded before and after. */
final class StoryTeller {

  private static final int INDENT = 2;
  private static final int FURTHER = 8;
  private static final int MOST_REASONS = 3;

  private final TextOutput paper;
  private final int steps;
  private int step;

  StoryTeller(TextOutput paper, int steps) {
    this.paper = paper;
    this.steps = steps;
  }

  /** What happens outside. */
  void begins(Story.Step next) {
    step++;
    paper.blank();
    Instant at = next.at();
    String number = step + "/" + steps + "  ";
    String time = at == null ? "" : at.toString();
    int room = paper.width() - number.length() - next.title().length() - time.length();
    String gap = time.isEmpty() ? "" : " ".repeat(Math.max(2, room));
    paper.line(0, paper.dim(number) + paper.bold(next.title()) + gap + paper.dim(time));
    paper.wrapped(INDENT, next.happens());
  }

  /** What came and went. */
  void changed(Story.Step of, @Nullable Live before, Live after) {
    Settlement old = before == null ? Settlement.NONE : before.settlement();
    List<Line> lines = StoryChanges.of(after.settlement().since(old), of.tells());
    paper.blank();
    lines.forEach(this::tell);
    if (lines.isEmpty()) {
      paper.line(INDENT, paper.dim("no other conclusion than before"));
    }
  }

  private void tell(Line line) {
    String sign =
        switch (line.sign()) {
          case GONE -> paper.red(line.sign().text());
          case COME -> paper.green(line.sign().text());
          case OTHER -> paper.yellow(line.sign().text());
        };
    String head = sign + " " + paper.bold(line.type()) + "  " + paper.yellow(line.rules());
    int used = INDENT + 2 + line.type().length() + 2 + line.rules().length() + 2;
    if (used + line.words().length() <= paper.width()) {
      paper.line(INDENT, head + "  " + line.words());
    } else {
      paper.line(INDENT, head);
      paper.wrapped(FURTHER, line.words());
    }
  }

  /** That the rules before go on, since these cannot be used, or wait for somebody. */
  void stopped(Revision revision) {
    String stands = "revision " + revision.brief() + " is " + revision.state().wire();
    paper.line(INDENT, paper.red(stands) + ", the rules before go on");
    List<String> reasons = revision.reasons();
    for (String reason : reasons.stream().limit(MOST_REASONS).toList()) {
      // What can be done about it, which ends each of them, is what comes next.
      paper.wrapped(FURTHER, reason.replaceAll(" Take it back, or approve it: .*", ""));
    }
    if (reasons.size() > MOST_REASONS) {
      paper.line(FURTHER, paper.dim("and " + (reasons.size() - MOST_REASONS) + " more reasons"));
    }
  }

  /** That other rules decide from now on. */
  void serves(Live live) {
    String brief = Revision.brief(live.rules().digest());
    paper.line(INDENT, paper.green("revision " + brief + " serves"));
  }

  /** Which command line shows more. */
  void look(String line) {
    paper.blank();
    paper.line(INDENT, paper.dim("$ " + line));
  }

  /** What a command line that was run has answered. */
  void answered(String line, List<String> answer, int most) {
    look(line);
    answer.stream().limit(most).forEach(each -> paper.line(INDENT, each));
    if (answer.size() > most) {
      paper.line(INDENT, paper.dim("… and " + (answer.size() - most) + " more lines"));
    }
  }

  /** Something about the story itself. */
  void says(String text) {
    paper.blank();
    paper.wrapped(0, text);
  }
}
