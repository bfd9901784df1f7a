package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written is what is read, whatever else lies about. */
class FolderStoreTest {

  private static final Revision ONE =
      Revision.received("1".repeat(64), RevisionRig.overlay("one"), RevisionRig.NOW)
          .with(JsonNodeFactory.instance.objectNode().put("changed", 3))
          .active(RevisionRig.NOW.plusSeconds(5), "ann");

  private static final Revision TWO =
      Revision.received("2".repeat(64), RevisionRig.overlay("two"), RevisionRig.NOW)
          .as(RevisionState.HELD, List.of("REV-001 too much"));

  private static final RevisionHistory HISTORY =
      RevisionHistory.NONE
          .activated(ONE)
          .with(TWO)
          .approved("2".repeat(64), new Approval("bob", RevisionRequest.Proof.TOKEN));

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() {
    var store = new FolderStore(folder.resolve("new"));
    assertThat(store.read()).isEqualTo(RevisionHistory.NONE);

    store.write(HISTORY);

    assertThat(new FolderStore(folder.resolve("new")).read()).isEqualTo(HISTORY);
  }

  @Test
  void whatIsNotKeptAnyMoreIsDeletedAndWhatIsNotOursIsLeft() throws IOException {
    var store = new FolderStore(folder);
    Files.writeString(folder.resolve("notes.txt"), "mine");
    store.write(HISTORY);

    store.write(RevisionHistory.NONE.activated(TWO));

    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "notes.txt", "index.json", "revision-" + TWO.digest() + ".json");
    }
  }

  @Test
  void aTornTextLeavesItsRevisionOut() throws IOException {
    var store = new FolderStore(folder);
    store.write(HISTORY);
    Path text = folder.resolve("revision-" + TWO.digest() + ".json");
    String whole = Files.readString(text);
    Files.writeString(text, whole.substring(0, whole.length() / 2));

    assertThat(store.read().revisions()).containsExactly(ONE);
    assertThat(store.read().active()).isEqualTo(ONE.digest());
    Files.delete(text);
    assertThat(store.read().revisions()).containsExactly(ONE);
  }

  @Test
  void anIndexThatCannotBeReadIsSaidAndNotPassedOver() throws IOException {
    var store = new FolderStore(folder);
    store.write(HISTORY);
    for (String broken : List.of("{\"form\":1", "[]", "", "\0\0\0\0")) {
      Files.writeString(folder.resolve("index.json"), broken);

      assertThatThrownBy(store::read)
          .as(broken)
          .isInstanceOf(RevisionStore.FaultException.class)
          .hasMessageContaining("index.json cannot be used: ")
          .hasMessageContaining("Try: restore it");
    }
  }

  @Test
  void whatIsAskedIsThereUntilItIsAnswered() throws IOException {
    var store = new FolderStore(folder);
    var first =
        new RevisionRequest(
            "a",
            RevisionRequest.Kind.APPROVE,
            ONE.digest(),
            "ann",
            RevisionRequest.Proof.TOKEN,
            RevisionRig.NOW);
    var second =
        new RevisionRequest(
            "b",
            RevisionRequest.Kind.ROLLBACK,
            "",
            "bob",
            RevisionRequest.Proof.CLAIM,
            RevisionRig.NOW.minusSeconds(1));
    store.ask(first);
    store.ask(second);
    Files.writeString(folder.resolve("request-c.json"), "{}");

    assertThat(new FolderStore(folder).requests()).containsExactly(second, first);
    store.answered(second);
    assertThat(store.requests()).containsExactly(first);
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> new FolderStore(file).write(HISTORY))
        .isInstanceOf(RevisionStore.FaultException.class)
        .hasMessageContaining(file + ": cannot be written")
        .hasMessageContaining("Try: ");
  }
}
