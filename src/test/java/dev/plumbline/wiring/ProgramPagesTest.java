package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.wiring.ProgramPages.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPagesTest {

  private static final String PROGRAM = "/opt/plumbline (1)";

  @TempDir Path folder;

  private static String mapping(String head, long anonymous) {
    return head
        + "\nSize:               1024 kB\nRss:                 512 kB\nAnonymous:      "
        + anonymous
        + " kB\nVmFlags: rd ex mr mw me\n";
  }

  @Test
  void areThoseThatNothingCanHaveWrittenTo() throws IOException {
    Path mappings = folder.resolve("smaps");
    Files.writeString(
        mappings,
        mapping("00410000-04359000 r-xp 00010000 fe:00 7 " + PROGRAM, 0)
            // Relocated as it was loaded, and not to be written to since.
            + mapping("04375000-04376000 r--p 03f74000 fe:00 7                  " + PROGRAM, 4)
            + mapping("04380000-04383000 rw-p 03f80000 fe:00 7                  " + PROGRAM, 0)
            + mapping("7fbb4f100000-7fbb50e80000 r--p 03f90000 fe:00 7          " + PROGRAM, 0)
            + mapping("7fbb50e80000-7fbb50e90000 ---p 00000000 00:00 0 ", 0)
            + mapping("7fbb64100000-7fbb64900000 r--p 00000000 fe:00 9          /lib/libc.so.6", 0)
            + mapping("fffffffff6000000-fffffffff6100000 r--p 0000 fe:00 7      " + PROGRAM, 0));

    assertThat(ProgramPages.unwritten(mappings, PROGRAM))
        .containsExactly(
            new Mapping(0x410000L, 0x4359000L),
            new Mapping(0x7fbb4f100000L, 0x7fbb50e80000L),
            new Mapping(0xfffffffff6000000L, 0xfffffffff6100000L));
  }

  @Test
  void areNoneOfAnotherProgram() throws IOException {
    Path mappings = folder.resolve("smaps");
    Files.writeString(mappings, mapping("00410000-04359000 r-xp 00010000 fe:00 7 /opt/other", 0));

    assertThat(ProgramPages.unwritten(mappings, PROGRAM)).isEmpty();
  }
}
