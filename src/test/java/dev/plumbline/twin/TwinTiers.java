package dev.plumbline.twin;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolPreference;
import dev.plumbline.conclusion.PreferenceLeftOut;
import dev.plumbline.conclusion.PreferenceMatch;
import dev.plumbline.conclusion.PreferenceScope;
import dev.plumbline.conclusion.PreferenceTerms;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.conclusion.PreferenceUnknown;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.PreferenceItem;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** preference-tiers.drl: which instance types does a pool prefer to which? */
final class TwinTiers {

  private static final List<String> FORMS = List.of("nodepool", "nodeoverlay");

  private final Collection<Fact> facts;
  private final TwinConclusions out;
  private final List<InstanceType> types;
  private final Map<String, NodePool> pools = new TreeMap<>();
  private final Map<String, List<PreferenceItem>> items = new TreeMap<>();
  private final Map<String, String> groups = new TreeMap<>();
  private final Map<String, TreeSet<String>> fitting = new HashMap<>();
  private final Map<String, List<String>> usable = new HashMap<>();
  private String form;

  TwinTiers(Collection<Fact> facts, TwinConclusions out) {
    this.facts = facts;
    this.out = out;
    this.types =
        facts.stream()
            .filter(InstanceType.class::isInstance)
            .map(InstanceType.class::cast)
            .toList();
    for (Fact fact : facts) {
      if (fact instanceof NodePool pool) {
        pools.put(pool.name(), pool);
      } else if (fact instanceof PreferenceItem item) {
        items.computeIfAbsent(item.nodePool(), pool -> new ArrayList<>()).add(item);
      } else if (fact instanceof Parameter set && set.name().equals("preference.groups")) {
        groups.put(set.item(), set.value());
      } else if (fact instanceof Parameter set && set.name().equals("preference.form")) {
        form = set.value();
      }
    }
  }

  void prefer() {
    for (InstanceTypeUsable each : out.of(InstanceTypeUsable.class)) {
      usable.computeIfAbsent(each.nodePool(), pool -> new ArrayList<>()).add(each.instanceType());
    }
    items.forEach(
        (pool, list) -> {
          list.sort(Comparator.comparingInt(PreferenceItem::position));
          list.forEach(this::understand);
        });
    var forms = new TwinTierForms(facts, out);
    items.forEach(
        (name, list) -> {
          check(name, list);
          NodePool pool = pools.get(name);
          if (pool != null) {
            String own = checkForm(pool);
            boolean waits =
                out.of(GateClosed.class).stream()
                    .anyMatch(g -> g.gate().equals("preferences") && g.blocks().equals(pool.key()));
            boolean held = list.stream().anyMatch(i -> i.excluded() && unknown(i));
            int tiers = (int) list.stream().filter(item -> !item.excluded()).count();
            if (own != null && !waits && !held && tiers > 0) {
              var preference = new NodePoolPreference(name, own, tiers, pool.ownWeight());
              out.add(preference);
              expand(pool, list, preference, forms);
            }
          }
        });
    forms.conclude();
  }

  private boolean unknown(PreferenceItem item) {
    return item.named() && !groups.containsKey(item.group());
  }

  private void understand(PreferenceItem item) {
    if (unknown(item)) {
      out.add(new PreferenceUnknown(item.nodePool(), item.text(), item.excluded()));
      object(
          "PREF-020",
          item.nodePool(),
          "its preference names "
              + item.text()
              + ", but parameter preference.groups defines no such group. "
              + Nearest.advice(item.group(), groups.keySet()));
      if (item.excluded()) {
        object(
            "PREF-021",
            item.nodePool(),
            "it excludes "
                + item.text()
                + ", which is not known: its preference is not followed until it is.");
      }
      return;
    }
    String terms = item.named() ? groups.get(item.group()) : item.text();
    out.add(new PreferenceTerms(item.text(), terms));
    if (!types.isEmpty()) {
      var fit = new TreeSet<String>();
      types.stream().filter(type -> type.fits(terms)).forEach(type -> fit.add(type.name()));
      fitting.put(item.text(), fit);
      out.add(new PreferenceMatch(item.text(), Values.of(fit)));
    }
  }

  private void checkFit(PreferenceItem item) {
    if (!fitting.containsKey(item.text()) || !fitting.get(item.text()).isEmpty()) {
      return;
    }
    if (item.named()) {
      object(
          "PREF-031",
          item.nodePool(),
          "its preference names "
              + item.text()
              + ", but no instance type fits what that stands for: "
              + groups.get(item.group())
              + ". Maybe correct it in parameter preference.groups.");
    } else {
      object(
          "PREF-022",
          item.nodePool(),
          "its preference names "
              + item.text()
              + ", but no instance type fits that. "
              + InstanceType.nearest(item.text(), types));
    }
  }

  private void check(String pool, List<PreferenceItem> list) {
    long everything =
        list.stream().filter(item -> !item.excluded() && item.text().equals("*")).count();
    if (everything > 1) {
      object(
          "PREF-025",
          pool,
          "it prefers * twice. Drop one: what nothing before it fits is taken once.");
    }
    if (list.stream().allMatch(PreferenceItem::excluded)) {
      object(
          "PREF-026",
          pool,
          "it prefers nothing: every item excludes. Maybe add * as the last one.");
    }
  }

  /** The form of a pool that prefers; null when it has no tiers for want of one. */
  private String checkForm(NodePool pool) {
    String own = pool.preferForm() == null ? form : pool.preferForm();
    if (own != null && !FORMS.contains(own)) {
      boolean mine = pool.preferForm() != null;
      object(
          mine ? "PREF-027" : "PREF-028",
          pool.name(),
          (mine ? "its annotation plumbline.dev/prefer-form" : "parameter preference.form")
              + " is "
              + own
              + ". Maybe nodepool or nodeoverlay.");
      own = null;
    }
    if (pool.replicas() != null && pool.tierOf() == null) {
      object(
          "PREF-029",
          pool.name(),
          "it is static (spec.replicas), and Karpenter gives a static pool no weight: its preference is not followed. Maybe drop one of the two.");
    }
    return pool.tierOf() != null || pool.deleting() || pool.replicas() != null ? null : own;
  }

  /** Each type that the pool admits goes to the first item it fits. */
  private void expand(
      NodePool pool, List<PreferenceItem> list, NodePoolPreference preference, TwinTierForms to) {
    var admitted = new TreeMap<String, PreferenceItem>();
    for (InstanceType type : types) {
      if (pool.requirements().admit(type.labels())) {
        admitted.put(type.name(), null);
        boolean excluded = list.stream().anyMatch(i -> i.excluded() && fits(i, type.name()));
        for (PreferenceItem item : list) {
          if (!excluded && !item.excluded() && fits(item, type.name())) {
            admitted.put(type.name(), item);
            break;
          }
        }
      }
    }
    list.forEach(this::checkFit);
    boolean open = false;
    int tier = 0;
    for (PreferenceItem item : list) {
      tier += item.excluded() ? 0 : 1;
      if (!item.excluded() && fitting.containsKey(item.text())) {
        open |= item.text().equals("*");
        PreferenceTier concluded = TwinSplit.tier(pool, admitted, item, tier);
        out.add(concluded);
        to.tier(preference, concluded);
        checkTier(pool, admitted, concluded);
      }
    }
    if (!types.isEmpty()) {
      out.add(new PreferenceScope(pool.name(), Values.of(admitted.keySet())));
      PreferenceLeftOut leftOut = TwinSplit.leftOut(pool, admitted, open);
      out.add(leftOut);
      to.leftOut(preference, leftOut);
    }
  }

  private boolean fits(PreferenceItem item, String type) {
    return fitting.getOrDefault(item.text(), new TreeSet<>()).contains(type);
  }

  private void checkTier(NodePool pool, Map<String, PreferenceItem> admitted, PreferenceTier tier) {
    String item = tier.item();
    if (tier.none()) {
      var fit = fitting.get(item);
      if (item.equals("*") || fit.isEmpty()) {
        return;
      }
      if (fit.stream().noneMatch(admitted::containsKey)) {
        object(
            "PREF-023",
            pool.name(),
            "it prefers "
                + item
                + ", but its requirements admit none of those types. Maybe loosen them, or drop the item.");
      } else {
        object(
            "PREF-024",
            pool.name(),
            "its item "
                + tier.tier()
                + ", "
                + item
                + ", is left with no type: all are taken by items before it or excluded. Maybe move it forward, or drop it.");
      }
      return;
    }
    List<String> launched = usable.getOrDefault(pool.name(), List.of());
    if (!launched.isEmpty() && launched.stream().noneMatch(tier::holds)) {
      object(
          "PREF-030",
          pool.name(),
          "no type of its tier "
              + tier.tier()
              + ", "
              + item
              + ", has an image of EC2NodeClass "
              + pool.nodeClass()
              + " and a zone. Maybe add an image for them, or drop the item.");
    }
  }

  private void object(String rule, String pool, String message) {
    out.add(new NodePoolObjection(rule, pool, message));
  }
}
