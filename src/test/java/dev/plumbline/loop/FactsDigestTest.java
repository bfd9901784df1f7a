package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.loop.Evaluation.FactsDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactsDigestTest {

  private static final Fact GATE = new Gate("ami-resolution");
  private static final Fact FIRST = new SsmParameter("/a", "ami-1");
  private static final Fact SECOND = new SsmParameter("/b", "ami-2");

  @Test
  void isTheSha256OfOneLineAFact() throws Exception {
    String lines =
        """
        {"Gate":{"name":"ami-resolution"}}
        {"SsmParameter":{"name":"/a","value":"ami-1"}}
        {"SsmParameter":{"name":"/b","value":"ami-2"}}
        """;
    var written = new ByteArrayOutputStream();

    FactsDigest.writeLines(List.of(SECOND, FIRST, GATE), written);

    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo(lines);
    assertThat(FactsDigest.of(List.of(SECOND, GATE, FIRST)))
        .isEqualTo(
            HexFormat.of()
                .formatHex(
                    MessageDigest.getInstance("SHA-256")
                        .digest(lines.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void noFactHasTheDigestOfNothing() throws IOException {
    assertThat(FactsDigest.of(List.of()))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }
}
