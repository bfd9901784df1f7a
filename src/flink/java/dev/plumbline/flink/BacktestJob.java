package dev.plumbline.flink;

import dev.plumbline.cli.audit.AuditOptions;
import dev.plumbline.cli.audit.BacktestCommand;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Program;
import dev.plumbline.log.s3.BucketAddress;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code plumbline backtest} as the program of a Flink application: the same options, and where the
 * answer goes.
 */
public final class BacktestJob {

  private BacktestJob() {}

  /** What the verb does not have. */
  static final class ResultOption {

    @Option(
        names = "--result",
        paramLabel = "FILE",
        converter = Place.class,
        description = "Write the answer to this file or s3://bucket/key (default: stdout).")
    private @Nullable String place;
  }

  /** Refused before the job begins. */
  static final class Place implements ITypeConverter<String> {

    @Override
    public String convert(String place) {
      if (BucketAddress.isOne(place) && !place.matches("s3://[^/]+/.*[^/]")) {
        throw new TypeConversionException(
            place + " names no object of a bucket. Try: s3://bucket/backtest.json.");
      }
      Path folder = Path.of(place).toAbsolutePath().getParent();
      if (!BucketAddress.isOne(place) && (folder == null || !Files.isWritable(folder))) {
        throw new TypeConversionException(
            place + ": its folder cannot be written to. Try: s3://bucket/backtest.json.");
      }
      return place;
    }
  }

  /**
   * Runs the job to its end.
   *
   * @throws IllegalStateException when there is no answer: Flink then shows the job as failed
   */
  public static void main(String... arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    int exit = run(new FlinkEngine(), arguments);
    if (exit != ExitCodes.ANSWERED) {
      throw new IllegalStateException("there is no answer: see what is said above");
    }
  }

  /** The same on a Flink: 0 when there is an answer, whatever it says. */
  public static int run(FlinkEngine engine, String... arguments) throws IOException {
    var result = new ResultOption();
    var command = new CommandLine(new BacktestCommand(engine));
    command.addMixin("result", result);
    var answer = new StringWriter();
    var err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    int exit =
        Program.configure(command)
            .setOut(new PrintWriter(answer, true))
            .setErr(err)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments);
    // A segment that could not be decided has exit code 1, and an answer.
    if (answer.getBuffer().isEmpty()) {
      return exit;
    }
    write(answer.toString(), result.place, err);
    return ExitCodes.ANSWERED;
  }

  private static void write(String answer, @Nullable String place, PrintWriter err)
      throws IOException {
    if (place == null) {
      print(answer);
      return;
    }
    try {
      if (BucketAddress.isOne(place)) {
        int slash = place.lastIndexOf('/');
        AuditOptions.bucket(place.substring(0, slash))
            .patient(line -> Errors.print(line, err))
            .replace(place.substring(slash + 1), answer.getBytes(StandardCharsets.UTF_8));
      } else {
        Files.writeString(Path.of(place), answer);
      }
    } catch (IOException | RuntimeException e) {
      // Hours may have gone into it.
      print(answer);
      throw e;
    }
    Errors.print("the answer is in " + place, err);
  }

  private static void print(String answer) {
    var out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    out.print(answer);
    out.flush();
  }
}
