package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.source.FactUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactTableTest {

  private static final Fact A = new SsmParameter("/a", "ami-1");
  private static final Fact B = new SsmParameter("/b", "ami-2");

  private final FactTable table = new FactTable();

  @Test
  void whatAnOwnerTellsTakesThePlaceOfAllThatItToldBefore() {
    tell("ssm", A, B);
    table.changes();
    Fact other = new SsmParameter("/a", "ami-9");

    tell("ssm", other);

    assertThat(table.changes())
        .hasSize(2)
        .containsEntry(A.key(), other)
        .containsEntry(B.key(), null);
    assertThat(table.facts().get("SsmParameter")).containsExactly(other);
  }

  @Test
  void whatIsToldAgainIsNoChangeAndItsListStays() {
    tell("one", A);
    tell("other", B);
    table.changes();
    List<Fact> before = table.facts().get("SsmParameter");

    tell("one", new SsmParameter("/a", "ami-1"));

    assertThat(table.changes()).isEmpty();
    assertThat(table.facts().get("SsmParameter")).isSameAs(before);
  }

  /** A source that reads everything again publishes other objects. */
  @Test
  void whatIsEqualIsHeldOnce() {
    tell("ssm", A, B);
    Fact changed = new SsmParameter("/b", "ami-9");

    tell("ssm", new SsmParameter("/a", "ami-1"), changed);

    assertThat(table.current("ssm").facts().getFirst()).isSameAs(A);
    assertThat(table.current("ssm").facts().getLast()).isSameAs(changed);
  }

  @Test
  void ofTwoOwnersTheFirstHoldsAndTheSecondIsAFaultUntilItIsAlone() {
    Fact second = new SsmParameter("/a", "ami-9");
    tell("one", A);
    tell("other", second);

    assertThat(table.facts().get("SsmParameter")).containsExactly(A);
    assertThat(table.facts().get("ObjectFault"))
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectFault.class,
            fault -> {
              assertThat(fault.source()).isEqualTo("other");
              assertThat(fault.message()).contains("is published by one already");
            });

    tell("one");

    assertThat(table.facts().get("SsmParameter")).containsExactly(second);
    assertThat(table.facts()).doesNotContainKey("ObjectFault");

    tell("other");

    assertThat(table.facts()).isEmpty();
  }

  @Test
  void theSecondOwnerMayGoFirst() {
    tell("one", A);
    tell("other", new SsmParameter("/a", "ami-9"));

    tell("other");

    assertThat(table.facts().get("SsmParameter")).containsExactly(A);
    assertThat(table.facts()).doesNotContainKey("ObjectFault");
  }

  private void tell(String owner, Fact... facts) {
    table.apply(new FactUpdate(owner, List.of(facts), null));
  }
}
