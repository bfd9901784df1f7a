package dev.plumbline.worlds;

import java.util.List;
import java.util.SplittableRandom;

/** What every generator of random facts throws. */
abstract class Dice {

  final SplittableRandom random;

  Dice(SplittableRandom random) {
    this.random = random;
  }

  final boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  final <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  @SafeVarargs
  final <T> T pick(T... of) {
    return of[random.nextInt(of.length)];
  }
}
