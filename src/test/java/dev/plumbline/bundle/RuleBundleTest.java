package dev.plumbline.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.archive.TarWriter;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal content is equal bytes; whatever is changed is refused. */
class RuleBundleTest {

  private static final RuleBundle BUNDLE = Bundles.signed(7, Bundles.files("rule é\n"));
  private static final VerifierKey PUBLIC = Bundles.KEY.verifier();

  @Test
  void equalContentIsEqualBytes() {
    RuleBundle again = Bundles.signed(7, new TreeMap<>(Bundles.files("rule é\n")));

    assertThat(again.bytes()).isEqualTo(BUNDLE.bytes());
    assertThat(again.digest()).isEqualTo(BUNDLE.digest()).matches("sha256:[0-9a-f]{64}");
    assertThat(Bundles.signed(8, Bundles.files("rule é\n")).digest()).isNotEqualTo(BUNDLE.digest());
    assertThat(Bundles.signed(7, Bundles.files("rule e\n")).digest()).isNotEqualTo(BUNDLE.digest());
  }

  @Test
  void whatIsReadIsWhatWasPacked() {
    RuleBundle read = RuleBundle.read(BUNDLE.bytes());

    assertThat(read.manifest()).isEqualTo(BUNDLE.manifest());
    assertThat(read.files()).isEqualTo(Bundles.files("rule é\n"));
    assertThat(read.digest()).isEqualTo(BUNDLE.digest());
    assertThatCode(() -> read.verify(PUBLIC, Bundles.VOCABULARY, "stable"))
        .doesNotThrowAnyException();
  }

  /** The tools at hand read it: gzip and tar. */
  @Test
  void tarUnpacksIt(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("policy.tgz"), BUNDLE.bytes());

    Process tar =
        new ProcessBuilder("tar", "-xzf", file.toString(), "-C", folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(tar.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
    assertThat(folder.resolve("rules/team.drl")).hasContent("rule é");
    assertThat(Files.readString(folder.resolve("signature")))
        .startsWith("plumbline-rules\nmanifest sha256:");
  }

  /** More than one block that gzip stores, and of one that is exactly full. */
  @ParameterizedTest
  @ValueSource(ints = {0, 511, 512, 513, 65_535, 65_536, 200_000})
  void filesOfEverySizeAreRead(int size) {
    var files = Bundles.files("x".repeat(size));

    assertThat(RuleBundle.read(Bundles.signed(1, files).bytes()).files()).isEqualTo(files);
  }

  /** Each byte of the archive, with one of its bits changed. */
  @Test
  void anyChangedBitIsRefused() {
    byte[] bytes = BUNDLE.bytes();
    var random = new SplittableRandom(20261120);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 << random.nextInt(8));
      int at = i;

      assertThatThrownBy(
              () -> RuleBundle.read(changed).verify(PUBLIC, Bundles.VOCABULARY, "stable"))
          .as("byte %d", at)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageContaining("Try: ");
    }
  }

  @Test
  void whatIsCutOffOrAppendedIsRefused() {
    byte[] bytes = BUNDLE.bytes();
    for (int length = 0; length < bytes.length; length += 97) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> RuleBundle.read(cut)).isInstanceOf(InvalidBundleException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> RuleBundle.read(longer)).isInstanceOf(InvalidBundleException.class);
  }

  @Test
  void anotherKeyIsRefused() {
    VerifierKey other = SigningKey.create(RuleBundle.SIGNER).verifier();

    assertThatThrownBy(() -> BUNDLE.verify(other, Bundles.VOCABULARY, null))
        .isInstanceOf(InvalidBundleException.class)
        .hasMessageStartingWith("is not signed by the key that is expected, or was changed.");
    assertThatThrownBy(
            () ->
                RuleBundle.pack(Bundles.about(7, null), Bundles.files("rule"), null)
                    .verify(PUBLIC, Bundles.VOCABULARY, null))
        .isInstanceOf(InvalidBundleException.class)
        .hasMessageStartingWith("is not signed.");
  }

  /** A key that is kept under another name is the same key. */
  @Test
  void theNameOfTheKeyDoesNotMatter() {
    VerifierKey named = VerifierKey.read("another-name", PUBLIC.pem());

    assertThatCode(() -> BUNDLE.verify(named, Bundles.VOCABULARY, null)).doesNotThrowAnyException();
  }

  @Test
  void anotherVocabularyIsRefused() {
    assertThatThrownBy(() -> BUNDLE.verify(PUBLIC, "0.2", null))
        .isInstanceOf(InvalidBundleException.class)
        .hasMessage(
            "is written for version 0.1 of the vocabulary of rules, and this program has 0.2. Try:"
                + " pack it with Plumbline 0.2.");
  }

  @ParameterizedTest
  @CsvSource({"canary,stable,false", "canary,canary,true", "canary,,true", ",stable,true"})
  void aBundleForOneChannelIsTakenFromNoOther(String packed, String found, boolean taken) {
    RuleBundle bundle = RuleBundle.pack(Bundles.about(7, packed), Bundles.files("x"), Bundles.KEY);

    if (taken) {
      assertThatCode(() -> bundle.verify(PUBLIC, Bundles.VOCABULARY, found))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> bundle.verify(PUBLIC, Bundles.VOCABULARY, found))
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageContaining("is for channel canary alone, and not for stable");
    }
  }

  /** What is signed as it should be, but holds more, or elsewhere, than a bundle does. */
  @ParameterizedTest
  @ValueSource(strings = {"rules/../x.drl", "other.txt", "rules/a/b.drl", "rules/more.drl"})
  void filesThatTheManifestDoesNotNameAreRefused(String name) {
    var entries = new LinkedHashMap<String, byte[]>();
    entries.put("manifest.json", BUNDLE.manifest().bytes());
    BUNDLE.files().forEach((file, text) -> entries.put("rules/" + file, bytes(text)));
    entries.put(name, bytes("x"));

    assertThatThrownBy(() -> RuleBundle.read(TarWriter.gzipped(entries)))
        .isInstanceOf(InvalidBundleException.class);
  }

  @Test
  void anArchiveThatIsNoBundleIsRefused() {
    var entries = new LinkedHashMap<String, byte[]>();
    entries.put("team.drl", bytes("x"));

    assertThatThrownBy(() -> RuleBundle.read(TarWriter.gzipped(entries)))
        .hasMessageStartingWith("is an archive without manifest.json");
    assertThatThrownBy(() -> RuleBundle.read(bytes("rule")))
        .hasMessageStartingWith("is no bundle of rules: it is not gzip");
    entries.put("manifest.json", bytes("{\"format\":2}"));
    assertThatThrownBy(() -> RuleBundle.read(TarWriter.gzipped(entries)))
        .hasMessageStartingWith("manifest.json is of format 2, and this program reads format 1.");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
