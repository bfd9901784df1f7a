package dev.plumbline.bench;

import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The decision with its joins written by hand: all of it again, or only what a change can have
 * changed, for which it keeps what each pool admits and the image of each type.
 */
final class ByHand {

  private final UsableFacts facts;
  private final Conditions conditions;
  private final Map<String, List<AmiServes>> serving = new HashMap<>();
  private final Map<String, Map<String, String>> images = new HashMap<>();
  private final Map<String, Admitted> admitted = new HashMap<>();
  private Set<InstanceTypeUsable> usable = new HashSet<>();

  /** Whether a pool admits each type; null where it has not been evaluated. */
  private static final class Admitted {
    private final Boolean[] known;

    Admitted(int types) {
      known = new Boolean[types];
    }
  }

  ByHand(UsableFacts facts, Conditions conditions) {
    this.facts = facts;
    this.conditions = conditions;
  }

  Set<InstanceTypeUsable> usable() {
    return usable;
  }

  /** All of it, from the facts alone. */
  void decide() {
    serving.clear();
    images.clear();
    admitted.clear();
    usable = new HashSet<>();
    for (String nodeClass : facts.classes()) {
      serving.put(nodeClass, facts.serving(nodeClass, conditions::eligible));
      Map<String, String> mapped = new HashMap<>();
      for (InstanceType type : facts.types()) {
        String image = image(nodeClass, type);
        if (image != null) {
          mapped.put(type.name(), image);
        }
      }
      images.put(nodeClass, mapped);
    }
    facts.pools().forEach(this::decide);
  }

  private String image(String nodeClass, InstanceType type) {
    for (AmiServes each : serving.get(nodeClass)) {
      if (each.architecture().equals(type.architecture()) && conditions.serves(each, type)) {
        return each.ami();
      }
    }
    return null;
  }

  private void decide(NodePool pool) {
    admitted.put(pool.name(), new Admitted(facts.types().size()));
    Map<String, String> mapped = images.get(pool.nodeClass());
    if (!facts.admitsPlatform(pool)) {
      return;
    }
    for (int i = 0; i < facts.types().size(); i++) {
      InstanceType type = facts.types().get(i);
      String image = mapped.get(type.name());
      if (image != null && admits(pool, i)) {
        usable.add(new InstanceTypeUsable(pool.name(), type.name(), image));
      }
    }
  }

  private boolean admits(NodePool pool, int type) {
    Admitted own = admitted.get(pool.name());
    Boolean known = own.known[type];
    if (known == null) {
      InstanceType each = facts.types().get(type);
      known = facts.supports(pool.nodeClass(), each) && conditions.admits(pool, each);
      own.known[type] = known;
    }
    return known;
  }

  /** What a changed image can have changed: the types of the node classes that select it. */
  void changed(Ami image) {
    facts.put(image);
    for (String nodeClass : facts.selecting(image)) {
      List<AmiServes> before = serving.get(nodeClass);
      List<AmiServes> now = facts.serving(nodeClass, conditions::eligible);
      if (now.equals(before)) {
        continue;
      }
      serving.put(nodeClass, now);
      var architectures = new HashSet<String>();
      before.stream()
          .filter(e -> !now.contains(e))
          .forEach(e -> architectures.add(e.architecture()));
      now.stream()
          .filter(e -> !before.contains(e))
          .forEach(e -> architectures.add(e.architecture()));
      List<NodePool> pools =
          facts.pools().stream()
              .filter(pool -> pool.nodeClass().equals(nodeClass) && facts.admitsPlatform(pool))
              .toList();
      for (int i = 0; i < facts.types().size(); i++) {
        if (architectures.contains(facts.types().get(i).architecture())) {
          mapAgain(nodeClass, pools, i);
        }
      }
    }
  }

  private void mapAgain(String nodeClass, List<NodePool> pools, int type) {
    InstanceType each = facts.types().get(type);
    String now = image(nodeClass, each);
    Map<String, String> mapped = images.get(nodeClass);
    String before = now == null ? mapped.remove(each.name()) : mapped.put(each.name(), now);
    if (Objects.equals(before, now)) {
      return;
    }
    for (NodePool pool : pools) {
      if (admits(pool, type)) {
        if (before != null) {
          usable.remove(new InstanceTypeUsable(pool.name(), each.name(), before));
        }
        if (now != null) {
          usable.add(new InstanceTypeUsable(pool.name(), each.name(), now));
        }
      }
    }
  }

  /** What a changed pool can have changed: its own types. */
  void changed(NodePool pool) {
    Map<String, String> mapped = images.get(pool.nodeClass());
    Admitted own = admitted.get(pool.name());
    for (int i = 0; i < facts.types().size(); i++) {
      String name = facts.types().get(i).name();
      String image = mapped.get(name);
      if (image != null && Boolean.TRUE.equals(own.known[i])) {
        usable.remove(new InstanceTypeUsable(pool.name(), name, image));
      }
    }
    facts.put(pool);
    decide(pool);
  }

  /** Decides all of it again. */
  void allAgain(Ami image) {
    facts.put(image);
    decide();
  }

  /** The same with a changed pool. */
  void allAgain(NodePool pool) {
    facts.put(pool);
    decide();
  }
}
