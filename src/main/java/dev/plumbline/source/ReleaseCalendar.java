package dev.plumbline.source;

import dev.plumbline.fact.Images.ReleaseProblem;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is recorded of releases of AMI families ({@code image-releases.yaml}). */
public final class ReleaseCalendar {

  static final String FILE = "image-releases.yaml";

  private static final List<String> PROBLEMS = List.of("abandoned", "bad", "withdrawn");

  private ReleaseCalendar() {}

  /**
   * A release of an AMI family.
   *
   * @param family the family: al2023
   * @param version as an alias has it
   * @param published the day on which it was announced; null when not known
   * @param problem abandoned, bad or withdrawn; null when nothing is known against it
   * @param until the day on which it was withdrawn; null when it was not, or that is not known
   * @param message what is known against it, in words; empty when nothing is
   */
  public record Release(
      String family,
      String version,
      @Nullable LocalDate published,
      @Nullable String problem,
      @Nullable LocalDate until,
      String message) {}

  /**
   * The releases in the text of such a file, in its order.
   *
   * @throws InvalidSourceException when it is not one
   */
  public static List<Release> of(String text) {
    Cursor file =
        Documents.yamlOrNull(Origin.policyData(FILE), text.getBytes(StandardCharsets.UTF_8));
    return file == null ? List.of() : read(file);
  }

  static void problems(Cursor file, FactSet facts) {
    for (Release each : read(file)) {
      if (each.problem() != null) {
        facts.addOnce(
            List.of(
                new ReleaseProblem(each.family(), each.version(), each.problem(), each.message())),
            file);
      }
    }
  }

  private static List<Release> read(Cursor file) {
    file.allow(List.of("releases"));
    var releases = new ArrayList<Release>();
    file.at("releases")
        .fields((family, rows) -> rows.items().forEach(row -> releases.add(release(family, row))));
    return releases;
  }

  private static Release release(String family, Cursor row) {
    row.allow(List.of("version", "published", "problem", "until", "message"));
    Cursor problem = row.at("problem");
    if (problem.present() && !PROBLEMS.contains(problem.text())) {
      throw problem.wrong(
          "is " + problem.shown() + ", which is not known",
          "Try: one of " + String.join(", ", PROBLEMS) + ".");
    }
    return new Release(
        family,
        row.required("version", "Try: add it, as an alias has it.").scalar(),
        day(row.at("published")),
        problem.textOrNull(),
        day(row.at("until")),
        problem.present()
            ? row.filled("message", "Try: add it, what is known against the release.")
            : "");
  }

  private static @Nullable LocalDate day(Cursor value) {
    if (!value.present()) {
      return null;
    }
    try {
      return LocalDate.parse(value.scalar());
    } catch (DateTimeException e) {
      throw value.wrong("is " + value.shown() + ", which is no day", "Try: 2026-07-14.");
    }
  }
}
