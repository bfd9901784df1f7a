package dev.plumbline.bench;

import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.evrete.KnowledgeService;
import org.evrete.api.FactHandle;
import org.evrete.api.Knowledge;
import org.evrete.api.StatefulSession;

/**
 * With Evrete: three rules on a stateful session, whose facts are updated. Evrete has no negation
 * and takes nothing back, so this class chooses the preferred image of each type, and withdraws
 * what a changed fact no longer supports before the rules conclude again.
 */
final class EvreteUsable implements AutoCloseable {

  private final UsableFacts facts;
  private final StatefulSession session;
  private final Concluded concluded = new Concluded();
  private final Map<String, FactHandle> images = new HashMap<>();
  private final Map<String, FactHandle> pools = new HashMap<>();
  private final Map<AmiServes, FactHandle> serving = new HashMap<>();
  private final Map<String, Map<String, FactHandle>> mapped = new HashMap<>();

  /** The image of a type, in one fact with it: to join the two by name takes minutes. */
  public record Mapped(String nodeClass, InstanceType type, String ami) {}

  /** What rules conclude, by what it is withdrawn by. */
  private static final class Concluded {
    private final Set<String> eligible = new HashSet<>();
    private final Map<String, Map<InstanceType, List<AmiServes>>> fits = new HashMap<>();
    private final Map<String, Map<String, String>> usable = new TreeMap<>();
    private final Map<String, Set<InstanceType>> touched = new HashMap<>();

    void touch(String nodeClass, InstanceType type) {
      touched.computeIfAbsent(nodeClass, none -> sameTypes()).add(type);
    }
  }

  /** The rules, which a session of {@code facts} is opened with; they hold their conditions. */
  static Knowledge rules(KnowledgeService service, UsableFacts facts) {
    var conditions = new PlainConditions(facts);
    return service
        .newKnowledge()
        .builder()
        .newRule("image is available")
        .forEach("$sink", Concluded.class, "$image", Ami.class)
        .where((Object[] v) -> conditions.eligible((Ami) v[0]), "$image")
        .execute(
            c -> {
              Concluded sink = c.get("$sink");
              sink.eligible.add(c.<Ami>get("$image").id());
            })
        .newRule("image serves the type")
        .forEach("$sink", Concluded.class, "$serves", AmiServes.class, "$type", InstanceType.class)
        .where("$serves.architecture.equals($type.architecture)")
        .where(
            (Object[] v) -> conditions.serves((AmiServes) v[0], (InstanceType) v[1]),
            "$serves",
            "$type")
        .execute(
            c -> {
              Concluded sink = c.get("$sink");
              AmiServes image = c.get("$serves");
              InstanceType type = c.get("$type");
              sink.fits
                  .computeIfAbsent(image.nodeClass(), none -> new IdentityHashMap<>())
                  .computeIfAbsent(type, none -> new ArrayList<>())
                  .add(image);
              sink.touch(image.nodeClass(), type);
            })
        .newRule("type meets the requirements of the pool and has an image")
        .forEach("$sink", Concluded.class, "$pool", NodePool.class, "$mapped", Mapped.class)
        .where("$pool.nodeClass.equals($mapped.nodeClass)")
        .where(
            (Object[] v) -> {
              NodePool pool = (NodePool) v[0];
              InstanceType type = ((Mapped) v[1]).type();
              return facts.supports(pool.nodeClass(), type) && conditions.admits(pool, type);
            },
            "$pool",
            "$mapped")
        .execute(
            c -> {
              Concluded sink = c.get("$sink");
              Mapped each = c.get("$mapped");
              sink.usable
                  .computeIfAbsent(c.<NodePool>get("$pool").name(), none -> new HashMap<>())
                  .put(each.type().name(), each.ami());
            })
        .build();
  }

  /** By identity: the hash of a type takes all its labels. */
  private static Set<InstanceType> sameTypes() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  EvreteUsable(Knowledge rules, UsableFacts facts) {
    this.facts = facts;
    this.session = rules.newStatefulSession();
    session.insert0(concluded, true);
    facts.types().forEach(type -> session.insert0(type, true));
    facts.images().forEach(image -> images.put(image.id(), session.insert0(image, true)));
    facts.pools().stream()
        .filter(facts::admitsPlatform)
        .forEach(pool -> pools.put(pool.name(), session.insert0(pool, true)));
    session.fire();
    facts.classes().forEach(this::serve);
    session.fire();
    map();
    session.fire();
  }

  private void serve(String nodeClass) {
    List<AmiServes> now =
        facts.serving(nodeClass, image -> concluded.eligible.contains(image.id()));
    var gone = new ArrayList<AmiServes>();
    serving.keySet().stream()
        .filter(each -> each.nodeClass().equals(nodeClass) && !now.contains(each))
        .forEach(gone::add);
    for (AmiServes each : gone) {
      session.delete(serving.remove(each));
      concluded
          .fits
          .getOrDefault(nodeClass, Map.of())
          .forEach(
              (type, fitting) -> {
                if (fitting.remove(each)) {
                  concluded.touch(nodeClass, type);
                }
              });
    }
    for (AmiServes each : now) {
      if (!serving.containsKey(each)) {
        serving.put(each, session.insert0(each, true));
      }
    }
  }

  /** Chooses the image of each type of which the fitting ones have changed. */
  private void map() {
    concluded.touched.forEach(
        (nodeClass, types) -> {
          for (InstanceType type : types) {
            AmiServes best = null;
            for (AmiServes image : concluded.fits.get(nodeClass).get(type)) {
              best = best == null || image.preferredTo(best) ? image : best;
            }
            map(nodeClass, type, best == null ? null : best.ami());
          }
        });
    concluded.touched.clear();
  }

  private void map(String nodeClass, InstanceType type, String image) {
    Map<String, FactHandle> own = mapped.computeIfAbsent(nodeClass, none -> new HashMap<>());
    FactHandle before = own.get(type.name());
    if (image == null) {
      if (before != null) {
        session.delete(before);
        own.remove(type.name());
        withdraw(nodeClass, type);
      }
      return;
    }
    var fact = new Mapped(nodeClass, type, image);
    if (before == null) {
      own.put(type.name(), session.insert0(fact, true));
    } else if (!session.<Mapped>getFact(before).ami().equals(image)) {
      withdraw(nodeClass, type);
      session.update(before, fact);
    }
  }

  private void withdraw(String nodeClass, InstanceType type) {
    for (NodePool pool : facts.pools()) {
      if (pool.nodeClass().equals(nodeClass)) {
        concluded.usable.getOrDefault(pool.name(), Map.of()).remove(type.name());
      }
    }
  }

  Set<InstanceTypeUsable> usable() {
    var all = new HashSet<InstanceTypeUsable>();
    concluded.usable.forEach(
        (pool, types) ->
            types.forEach((type, image) -> all.add(new InstanceTypeUsable(pool, type, image))));
    return all;
  }

  void changed(Ami image) {
    facts.put(image);
    concluded.eligible.remove(image.id());
    session.update(images.get(image.id()), image);
    session.fire();
    facts.selecting(image).forEach(this::serve);
    session.fire();
    map();
    session.fire();
  }

  void changed(NodePool pool) {
    facts.put(pool);
    concluded.usable.remove(pool.name());
    session.update(pools.get(pool.name()), pool);
    session.fire();
  }

  @Override
  public void close() {
    session.close();
  }
}
