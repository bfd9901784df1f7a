package dev.plumbline.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Hands mutated inputs to a reader, which either reads them or refuses them by the exception that
 * is made for that, in time. Cases follow from a seed: {@code -Dfuzz.seed}, 1 unless told; there
 * are {@code -Dfuzz.cases} of them.
 */
public final class Fuzzer {

  private static final int CASES = Integer.getInteger("fuzz.cases", 0);
  private static final long SEED = Long.getLong("fuzz.seed", 1);
  private static final Duration IN_TIME = Duration.ofSeconds(5);
  private static final int MOST_FAULTS = 10;
  private static final int MAX_MUTATIONS = 4;
  private static final int MAX_BYTES = 256 << 10;

  /** What parsers, numbers and terminals stumble over, and what the formats at hand are made of. */
  private static final List<byte[]> TOKENS =
      List.of(
              "1e999",
              "-1",
              "0777",
              "1e20000000",
              "9223372036854775808",
              "NaN",
              "0x7fffffff",
              "1_0",
              "-0",
              ".5",
              "1.",
              "\u0000",
              "\u202e",
              "\u001b[2J",
              "\r",
              "\ufeff",
              "\ud83d\ude00",
              "&a",
              "*a",
              "&a [*a]",
              "!!set {x}",
              "<<: *a",
              "---\n",
              "...\n",
              "null",
              "~",
              "true",
              "{",
              "}",
              "[",
              "]",
              "\"",
              "'",
              ": ",
              "- ",
              "? ",
              "\t",
              "\n",
              "%YAML 9.9\n",
              "|\n",
              ">\n",
              "#",
              ",",
              "\\u",
              "\\",
              "$x",
              "||",
              "&&",
              " or ",
              " and ",
              "not ",
              "exists ",
              "forall( ",
              "accumulate( ",
              "eval( true )",
              "matches \"(a+)+$\"",
              " == ",
              " != ",
              "!",
              "/",
              "%",
              "*/",
              "/*",
              "//",
              "(",
              ")",
              ";",
              "@Id(\"X\")",
              "rule \"x\"",
              "when\n",
              "then\n",
              "end\n",
              "insertLogical( ",
              "null",
              "\"\"",
              "<script>",
              "${x}",
              "..",
              "\u2028")
          .stream()
          .map(each -> each.getBytes(StandardCharsets.UTF_8))
          .toList();

  private static final Pattern INSIDE =
      Pattern.compile(
          "\\b(java|com|org|io|dev)\\.[a-z]+\\.[\\w.$]*[A-Z]\\w+|NullPointer|IndexOutOf");

  private final List<byte[]> seeds;
  private final Set<Class<? extends RuntimeException>> refusals;
  private final Predicate<String> told;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Reads a case; what it returns is of no interest. */
  @FunctionalInterface
  public interface Reader {
    void read(byte[] input) throws Exception;
  }

  /** Whether a text tells of the insides of the program. */
  public static boolean isOfTheInside(String message) {
    return INSIDE.matcher(message).find();
  }

  /** How many cases were read, and how many refused. */
  public record Outcome(int read, int refused) {}

  /**
   * @param seeds inputs that can be read
   * @param refusals the exceptions by which a reader refuses an input
   * @param told whether the message of one says what it must
   */
  public Fuzzer(
      List<byte[]> seeds, Set<Class<? extends RuntimeException>> refusals, Predicate<String> told) {
    this.seeds = List.copyOf(seeds);
    this.refusals = refusals;
    this.told = told;
  }

  /**
   * Runs all cases; fails with those that were neither read nor refused.
   *
   * @param cases how many there are where nobody told
   */
  public Outcome run(int cases, Reader reader) {
    var faults = new ArrayList<String>();
    int read = 0;
    int refused = 0;
    int count = CASES > 0 ? CASES : cases;
    for (byte[] seed : seeds) {
      assertThatCode(() -> reader.read(seed.clone()))
          .as(() -> new String(seed, StandardCharsets.UTF_8))
          .doesNotThrowAnyException();
    }
    for (int i = 0; i < count && faults.size() < MOST_FAULTS; i++) {
      byte[] input = mutated();
      long begun = System.nanoTime();
      try {
        reader.read(input.clone());
        read++;
      } catch (RuntimeException e) {
        if (refusals.stream().noneMatch(each -> each.isInstance(e))) {
          faults.add(fault(i, "ended by " + e + at(e), input));
        } else if (!told.test(String.valueOf(e.getMessage()))) {
          faults.add(fault(i, "refused with: " + e.getMessage(), input));
        }
        refused++;
      } catch (Exception | StackOverflowError | OutOfMemoryError e) {
        faults.add(fault(i, "ended by " + e, input));
      }
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      if (took.compareTo(IN_TIME) > 0) {
        faults.add(fault(i, "took " + took, input));
      }
    }
    assertThat(faults).isEmpty();
    return new Outcome(read, refused);
  }

  private static String at(RuntimeException e) {
    return Arrays.stream(e.getStackTrace())
        .limit(6)
        .map(each -> "\n  at " + each)
        .toList()
        .toString();
  }

  private static String fault(int number, String what, byte[] input) {
    return "case "
        + number
        + " of seed "
        + SEED
        + " "
        + what
        + "\n"
        + Base64.getEncoder().encodeToString(Arrays.copyOf(input, Math.min(input.length, 900)));
  }

  private byte[] mutated() {
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int i = 1 + random.nextInt(MAX_MUTATIONS); i > 0; i--) {
      input = mutated(input);
    }
    return input.length > MAX_BYTES ? Arrays.copyOf(input, MAX_BYTES) : input;
  }

  private byte[] mutated(byte[] input) {
    if (input.length == 0) {
      return TOKENS.get(random.nextInt(TOKENS.size()));
    }
    int at = random.nextInt(input.length);
    int end = Math.min(input.length, at + 1 + random.nextInt(1 << random.nextInt(8)));
    byte[] range = Arrays.copyOfRange(input, at, end);
    return switch (random.nextInt(11)) {
      case 0 -> replaced(input, at, at + 1, (byte) (input[at] ^ 1 << random.nextInt(8)));
      case 1 -> replaced(input, at, at + 1, (byte) random.nextInt(256));
      case 2 -> replaced(input, at, end);
      case 3 -> replaced(input, at, at, range);
      case 4 -> replaced(input, at, at, token());
      case 5 -> {
        int[] word = word(input, at);
        yield replaced(input, word[0], word[1], token());
      }
      case 6 -> Arrays.copyOf(input, at);
      case 7 -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(500));
        yield replaced(input, at, end, Arrays.copyOfRange(other, from, to));
      }
      case 8 -> replaced(input, at, at, repeated(range, 1 + random.nextInt(200)));
      case 9 -> replaced(input, at, at, repeated(token(), 1 + random.nextInt(600)));
      default -> {
        int[] one = word(input, at);
        int[] other = word(input, random.nextInt(input.length));
        yield replaced(input, one[0], one[1], Arrays.copyOfRange(input, other[0], other[1]));
      }
    };
  }

  private byte[] token() {
    return TOKENS.get(random.nextInt(TOKENS.size()));
  }

  /** The letters and digits around a place. */
  private static int[] word(byte[] input, int at) {
    int from = at;
    int to = at;
    while (from > 0 && Character.isLetterOrDigit(input[from - 1])) {
      from--;
    }
    while (to < input.length && Character.isLetterOrDigit(input[to])) {
      to++;
    }
    return new int[] {from, to};
  }

  private static byte[] repeated(byte[] range, int times) {
    byte[] all = new byte[range.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(range, 0, all, i * range.length, range.length);
    }
    return all;
  }

  private static byte[] replaced(byte[] input, int from, int to, byte... by) {
    byte[] all = new byte[input.length - (to - from) + by.length];
    System.arraycopy(input, 0, all, 0, from);
    System.arraycopy(by, 0, all, from, by.length);
    System.arraycopy(input, to, all, from + by.length, input.length - to);
    return all;
  }
}
