package dev.plumbline.wiring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.word.PointerBase;
import org.graalvm.word.UnsignedWord;
import org.graalvm.word.WordFactory;

/**
 * The pages of a native program's own file: its code, and the objects that it was built with. Those
 * that starting, the first settlement and a collection of everything have touched stay resident,
 * and most are not needed again for hours. What is needed comes back from the file as it is used,
 * mostly without being read from a disk.
 */
final class ProgramPages {

  private static final Path MAPPINGS = Path.of("/proc/self/smaps");

  private static final Path PROGRAM = Path.of("/proc/self/exe");

  /** As of proc_pid_maps(5): addresses, permissions, offset, device, inode, path if any. */
  private static final Pattern MAPPING =
      Pattern.compile("([0-9a-f]{1,16})-([0-9a-f]{1,16}) (\\S{4}) \\S+ \\S+ \\S+ *(.*)");

  /** How much of it are pages of the process alone, and no longer of the file. */
  private static final Pattern WRITTEN = Pattern.compile("Anonymous: +(\\d{1,15}) kB");

  private ProgramPages() {}

  /** Addresses in memory. */
  record Mapping(long begin, long end) {}

  /** Releases the pages that were never written to; does nothing where there is no /proc. */
  static void release() {
    try {
      for (Mapping each : unwritten(MAPPINGS, PROGRAM.toRealPath().toString())) {
        Kernel.release(each);
      }
    } catch (IOException | UncheckedIOException e) {
      // They stay.
    }
  }

  /**
   * What a program has mapped of its file that cannot be written to, and never was.
   *
   * @param mappings as of proc_pid_smaps(5)
   */
  static List<Mapping> unwritten(Path mappings, String program) throws IOException {
    var found = new ArrayList<Mapping>();
    Mapping last = null;
    for (String line : Files.readAllLines(mappings)) {
      Matcher begins = MAPPING.matcher(line);
      Matcher written = WRITTEN.matcher(line);
      if (begins.matches()) {
        boolean own = begins.group(4).equals(program) && begins.group(3).charAt(1) != 'w';
        last = own ? new Mapping(address(begins.group(1)), address(begins.group(2))) : null;
      } else if (written.matches()) {
        if (last != null && written.group(1).equals("0")) {
          found.add(last);
        }
        last = null;
      }
    }
    return found;
  }

  private static long address(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }

  /** Loaded in a native program alone: GraalVM's classes are not there on the JVM. */
  private static final class Kernel {

    /** {@code MADV_DONTNEED}: of a file's page that nothing has written to, nothing is lost. */
    private static final int NOT_NEEDED = 4;

    static void release(Mapping mapping) {
      PointerBase begin = WordFactory.pointer(mapping.begin());
      UnsignedWord length = WordFactory.unsigned(mapping.end() - mapping.begin());
      var unused = madvise(begin, length, NOT_NEEDED);
    }

    /** madvise(2). Where it fails the pages stay. */
    @CFunction("madvise")
    private static native int madvise(PointerBase address, UnsignedWord length, int advice);
  }
}
