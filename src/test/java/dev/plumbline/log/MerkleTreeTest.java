package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.log.MerkleTree.LeafHashes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Trees and proofs, against RFC 6962's definition and the known answers of its reference code. */
class MerkleTreeTest {

  /** The leaves and roots that implementations of RFC 6962 are tried with. */
  private static final List<String> LEAVES =
      List.of(
          "",
          "00",
          "10",
          "2021",
          "3031",
          "40414243",
          "5051525354555657",
          "606162636465666768696a6b6c6d6e6f");

  private static final List<String> ROOTS =
      List.of(
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

  private static LeafHashes leaves(int count) {
    var leaves = new LeafHashes();
    for (int i = 0; i < count; i++) {
      leaves.add(Hashes.leaf(("leaf " + i).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
    return leaves;
  }

  @Test
  void knownRoots() {
    var tree = new Frontier();
    assertThat(Hashes.hex(tree.root()))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (int i = 0; i < LEAVES.size(); i++) {
      tree.add(Hashes.leaf(HexFormat.of().parseHex(LEAVES.get(i))));
      assertThat(Hashes.hex(tree.root())).isEqualTo(ROOTS.get(i));
    }
  }

  @Test
  void edgeGoesOnWhereItWasLeft() {
    var leaves = leaves(70);
    for (int left = 0; left < 70; left++) {
      var edge = new Frontier();
      for (int i = 0; i < left; i++) {
        edge.add(leaves.get(i));
      }
      var again = new Frontier(edge.size(), edge.subtrees());
      for (int i = left; i < 70; i++) {
        again.add(leaves.get(i));
      }
      assertThat(again.root()).isEqualTo(MerkleTree.root(leaves, 0, 70));
    }
  }

  @Test
  void everyLeafIsShownToBeInEveryTreeAndNothingElseIs() {
    var leaves = leaves(33);
    for (int size = 1; size <= 33; size++) {
      byte[] root = MerkleTree.root(leaves, 0, size);
      for (int i = 0; i < size; i++) {
        List<byte[]> proof = MerkleTree.inclusion(leaves, i, size);
        assertThat(MerkleTree.included(leaves.get(i), i, size, proof, root)).isTrue();
        assertThat(MerkleTree.included(leaves.get(32 - i), i, size, proof, root))
            .isEqualTo(i == 16);
        if (size > 1) {
          assertThat(MerkleTree.included(leaves.get(i), (i + 1) % size, size, proof, root))
              .isFalse();
          assertThat(
                  MerkleTree.included(
                      leaves.get(i), i, size, proof.subList(0, proof.size() - 1), root))
              .isFalse();
        }
        var longer = new ArrayList<>(proof);
        longer.add(root);
        assertThat(MerkleTree.included(leaves.get(i), i, size, longer, root)).isFalse();
      }
    }
  }

  /** Of a log whose first entries are not kept, with roots that are computed once. */
  @Test
  void proofsOfTheEntriesThatAreKeptAreThoseOfTheWholeLog() {
    var random = new SplittableRandom(6962);
    for (int round = 0; round < 40; round++) {
      int size = 1 + random.nextInt(round < 20 ? 40 : 1_500);
      int first = random.nextInt(size);
      var leaves = leaves(size);
      byte[] root = MerkleTree.root(leaves, 0, size);
      var before = new Frontier();
      var kept = new LeafHashes();
      for (int i = 0; i < size; i++) {
        if (i < first) {
          before.add(leaves.get(i));
        } else {
          kept.add(leaves.get(i));
        }
      }
      var tree = new Subtrees(before, kept);
      for (int i = 0; i < 20; i++) {
        int index = first + random.nextInt(size - first);
        List<byte[]> proof = tree.inclusion(index, size);
        assertThat(MerkleTree.included(tree.leaf(index), index, size, proof, root))
            .as("entry %d of %d, kept from %d", index, size, first)
            .isTrue();
        assertThat(tree.leaf(index)).isEqualTo(leaves.get(index));
      }
      for (int i = 0; i < 20; i++) {
        int old = first + random.nextInt(size - first + 1);
        assertThat(tree.root(old)).isEqualTo(MerkleTree.root(leaves, 0, old));
        assertThat(tree.consistency(old, size))
            .as("%d in %d, kept from %d", old, size, first)
            .usingElementComparator(Arrays::compare)
            .isEqualTo(MerkleTree.consistency(leaves, old, size));
      }
      if (first > 0) {
        assertThatThrownBy(() -> tree.inclusion(first - 1, size))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "entry %d is not kept here: what is kept begins with entry %d", first - 1, first);
      }
      if (first > 1) {
        assertThatThrownBy(() -> tree.root(first - 1)).hasMessageContaining("nothing is kept here");
        assertThatThrownBy(() -> tree.consistency(first - 1, size))
            .hasMessageContaining("nothing is kept here");
      }
    }
  }

  @Test
  void everyTreeIsShownToBeginEveryLongerOneAndNoOther() {
    var leaves = leaves(33);
    for (int to = 0; to <= 33; to++) {
      byte[] now = MerkleTree.root(leaves, 0, to);
      for (int from = 0; from <= to; from++) {
        byte[] old = MerkleTree.root(leaves, 0, from);
        List<byte[]> proof = MerkleTree.consistency(leaves, from, to);
        assertThat(MerkleTree.consistent(from, old, to, now, proof)).isTrue();
        if (from > 0) {
          assertThat(MerkleTree.consistent(from, Hashes.of(old), to, now, proof)).isFalse();
          assertThat(MerkleTree.consistent(from, old, to, Hashes.of(now), proof)).isFalse();
        }
      }
    }
  }
}
