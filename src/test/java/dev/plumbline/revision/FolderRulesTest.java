package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of rule text is followed through its edits. */
class FolderRulesTest {

  @TempDir private Path folder;

  private final Offers offers = new Offers();
  private FolderRules rules;

  @BeforeEach
  void make() {
    rules = new FolderRules(folder, Duration.ofMillis(50));
  }

  @AfterEach
  void close() {
    rules.close();
  }

  @Test
  void offersWhatIsThereAndEveryEdit() throws IOException {
    // Given
    write("team.drl", "one");
    write("notes.md", "of no concern");
    rules.start(offers);
    RuleOffer first = offers.await("the first is offered", offer -> true);
    assertThat(first.files()).containsOnlyKeys("team.drl").containsEntry("team.drl", "one");
    assertThat(first.origin()).isEqualTo("folder " + folder);
    assertThat(first.problems()).isEmpty();
    // When
    write("team.drl", "two");
    write("waivers.yaml", "waivers: []");
    // Then
    offers.await(
        "both are offered",
        offer ->
            "two".equals(offer.files().get("team.drl"))
                && offer.files().containsKey("waivers.yaml"));
    // When
    Files.delete(folder.resolve("team.drl"));
    // Then
    offers.await("it is gone", offer -> !offer.files().containsKey("team.drl"));
  }

  @Test
  void anEmptyFolderOffersNothingToLayOver() {
    rules.start(offers);

    RuleOffer offer = offers.await("it is offered", each -> true);
    assertThat(offer.files()).isEmpty();
    assertThat(offer.problems()).isEmpty();
  }

  @Test
  void aFolderThatIsGoneIsAProblemAndKeepsItsFiles() throws IOException {
    // Given
    write("team.drl", "one");
    rules.start(offers);
    offers.await("it is offered", offer -> offer.problems().isEmpty());
    // When
    Path away = folder.resolveSibling(folder.getFileName() + "-away");
    Files.move(folder, away);
    // Then
    RuleOffer gone = offers.await("the problem", offer -> !offer.problems().isEmpty());
    assertThat(gone.files()).containsEntry("team.drl", "one");
    assertThat(gone.problems())
        .singleElement()
        .asString()
        .startsWith(folder + ": no such folder of rules.");
    // When
    Files.move(away, folder);
    // Then
    offers.await("it is back", offer -> offer.problems().isEmpty());
  }

  @Test
  void aFileThatOnlyLooksLikeRulesIsAProblem() throws IOException {
    // Given
    write("TEAM.DRL", "one");
    // When
    rules.start(offers);
    // Then
    assertThat(offers.await("the problem", offer -> !offer.problems().isEmpty()).problems())
        .singleElement()
        .asString()
        .isEqualTo(
            folder
                + "/TEAM.DRL: is not read, since files of rules end in .drl and .yaml. Try: rename"
                + " it to TEAM.drl.");
  }

  @Test
  void aMountedConfigMapThatIsSwappedIsOneEdit() throws IOException {
    // Given
    for (String each : new String[] {"one", "two"}) {
      Path data = Files.createDirectory(folder.resolve(".." + each));
      Files.writeString(data.resolve("a.drl"), each);
      Files.writeString(data.resolve("b.drl"), each);
    }
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..one"));
    Files.createSymbolicLink(folder.resolve("a.drl"), Path.of("..data", "a.drl"));
    Files.createSymbolicLink(folder.resolve("b.drl"), Path.of("..data", "b.drl"));
    rules.start(offers);
    offers.await("one is offered", offer -> "one".equals(offer.files().get("a.drl")));
    // When
    Files.createSymbolicLink(folder.resolve("..new"), Path.of("..two"));
    Files.move(folder.resolve("..new"), folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    // Then
    offers.await("two is offered", offer -> "two".equals(offer.files().get("a.drl")));
    assertThat(offers.all())
        .allSatisfy(
            offer -> assertThat(offer.files().get("a.drl")).isEqualTo(offer.files().get("b.drl")));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
