package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who holds a lock, by clocks that differ and processes that pause. */
class FencedLockTest {

  private static final Duration LEASE = Duration.ofSeconds(15);

  private final KubernetesClient client = new KubernetesClientBuilder().build();
  private final Told told = new Told();
  private long nanos = Long.MAX_VALUE - 5;
  private final FencedLock lock = new FencedLock(told, () -> nanos, Duration.ofSeconds(10));

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void isHeldForTheDeadlineFromBeforeItWasAskedFor() {
    assertThat(lock.isHeld()).isFalse();
    told.takes = Duration.ofSeconds(4);
    lock.update(client, record("me", ZonedDateTime.now(ZoneOffset.UTC)));
    assertThat(lock.isHeld()).isTrue();
    nanos += Duration.ofSeconds(6).toNanos() - 1;
    assertThat(lock.isHeld()).isTrue();
    nanos += 1;
    assertThat(lock.isHeld()).as("after a pause of the process").isFalse();
  }

  @Test
  void isNotHeldAfterARenewalThatFailedWhenItsTimeIsOver() {
    lock.create(client, record("me", ZonedDateTime.now(ZoneOffset.UTC)));
    told.fault = new KubernetesClientException("gone");
    nanos += Duration.ofSeconds(9).toNanos();
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> lock.update(client, record("me", ZonedDateTime.now(ZoneOffset.UTC))));
    assertThat(lock.isHeld()).isTrue();
    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void isNotHeldOnceSomebodyElseIsSeenToHoldIt() {
    lock.create(client, record("me", ZonedDateTime.now(ZoneOffset.UTC)));
    told.record = record("other", ZonedDateTime.now(ZoneOffset.UTC));
    lock.get(client);
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void isGivenBack() {
    lock.create(client, record("me", ZonedDateTime.now(ZoneOffset.UTC)));
    lock.update(client, record(null, ZonedDateTime.now(ZoneOffset.UTC)));
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void theLeaseOfAnotherAgesFromWhenItWasSeenWhateverItsClockSays() {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    told.record = record("other", now.minusHours(1));
    assertThat(lock.get(client).getRenewTime()).isAfter(now.minusSeconds(1));
    nanos += LEASE.toNanos();
    assertThat(lock.get(client).getRenewTime())
        .isBefore(ZonedDateTime.now(ZoneOffset.UTC).minus(LEASE).plusSeconds(1));
    told.record = record("other", now.plusHours(1));
    assertThat(lock.get(client).getRenewTime())
        .as("renewed")
        .isBetween(now.minusSeconds(1), ZonedDateTime.now(ZoneOffset.UTC));
  }

  @Test
  void aLeaseThatCannotBeReadEndsNoElection() {
    told.fault = new NullPointerException("no spec");
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> lock.get(client))
        .withMessageContaining("the Lease cannot be read");
  }

  private static LeaderElectionRecord record(String holder, ZonedDateTime renewed) {
    return new LeaderElectionRecord(holder, LEASE, renewed, renewed, 0);
  }

  /** A lock that is as it is told to be. */
  private final class Told implements Lock {

    private LeaderElectionRecord record;
    private RuntimeException fault;
    private Duration takes = Duration.ZERO;

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
      if (fault != null) {
        throw fault;
      }
      return record;
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord wanted) {
      update(client, wanted);
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord wanted) {
      if (fault != null) {
        throw fault;
      }
      nanos += takes.toNanos();
      record = wanted;
    }

    @Override
    public String identity() {
      return "me";
    }

    @Override
    public String describe() {
      return "a lock";
    }
  }
}
