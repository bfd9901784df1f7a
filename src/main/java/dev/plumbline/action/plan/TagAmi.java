package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.ImageConclusions.AmiTag;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.RecordType;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Tags images. A tag is concluded only where the image lacks it, so what the image has already need
 * not be known here and counts as nothing.
 */
final class TagAmi implements KindPlanner {

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    wanted
        .by(AmiTag.class, AmiTag::ami)
        .forEach(
            (ami, tags) -> {
              Mode mode = wanted.due(ActionKind.TAG_AMI, RecordType.key(Ami.class, ami));
              if (mode != null) {
                plan.accept(action(ami, mode, tags));
              }
            });
  }

  private static Action action(String ami, Mode mode, List<AmiTag> tags) {
    var set = new TreeMap<String, String>();
    tags.forEach(tag -> set.putIfAbsent(tag.key(), tag.value()));
    return new Action(
        ActionKind.TAG_AMI,
        ObjectRefs.of(RecordType.key(Ami.class, ami)),
        mode,
        null,
        new Change.TagImage(
            Collections.emptySortedMap(), Collections.unmodifiableSortedMap(set), List.of()),
        tags.stream().map(tag -> tag.rule() + " " + tag.message()).distinct().sorted().toList());
  }
}
