package dev.plumbline.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Verdicts.NodeFailure;
import dev.plumbline.view.ImageTrainView.Decision;
import dev.plumbline.view.ImageTrainView.Member;
import dev.plumbline.view.ImageTrainView.Next;
import dev.plumbline.view.ImageTrainView.Refused;
import dev.plumbline.view.ImageTrainView.Release;
import dev.plumbline.view.ImageTrainView.Train;
import dev.plumbline.view.ImageTrainView.Wait;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a node class launches the images that it launches, in words: what it launches, what speaks
 * against newer releases, what others wait for, who decided what.
 */
public record ImageTrainText(List<Section> sections) {

  public record Section(String title, List<String> lines) {}

  /** Empty of what is no node class of a train. */
  public static ImageTrainText of(
      Selection.Name object, Collection<? extends Fact> facts, Settlement settlement) {
    if (!ObjectKind.EC2_NODE_CLASS.is(object.kind())) {
      return new ImageTrainText(List.of());
    }
    ImageTrainView view =
        ImageTrainView.of(SettlementIndex.of(facts, settlement, Selection.ALL, Instant.EPOCH));
    Member member = view.member(object.name());
    return member == null ? new ImageTrainText(List.of()) : of(view, member);
  }

  public static ImageTrainText of(ImageTrainView view, Member member) {
    return new ImageTrainText(new Words(view, member).sections());
  }

  /** As the array {@code words}, empty of what is no EC2NodeClass. */
  public void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("words");
    for (Section section : sections) {
      json.writeStartObject();
      json.writeStringField("title", section.title());
      json.writeArrayFieldStart("lines");
      for (String line : section.lines()) {
        json.writeString(line);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private record Words(ImageTrainView view, Member member) {

    List<Section> sections() {
      var sections = new ArrayList<Section>();
      sections.add(
          new Section(
              member.nodeClass()
                  + " launches "
                  + (member.launches().isEmpty() ? "nothing" : list(member.launches())),
              launched()));
      add("Not to be launched", refused(), sections);
      add("Newer, and not launched yet", waiting(), sections);
      add("Decided by people", decided(), sections);
      return sections;
    }

    private static void add(String title, List<String> lines, List<Section> to) {
      if (!lines.isEmpty()) {
        to.add(new Section(title, lines));
      }
    }

    private List<String> launched() {
      var lines = new ArrayList<String>();
      for (String name : member.launches()) {
        Release release = view.release(name);
        lines.add(state(name));
        if (release != null && !release.classes().isEmpty()) {
          lines.add(evidence(release));
        }
        lines.addAll(unproven(release));
        if (member.incumbents().contains(name)) {
          lines.add("it is the incumbent: the newest proven release");
        }
        for (Next next : member.next()) {
          if (next.release().equals(name) && next.admitted() != null) {
            lines.add("it is launched before it is proven: " + next.admitted());
          }
        }
      }
      if (!member.launches().isEmpty() && member.incumbents().isEmpty()) {
        lines.add("no release is proven, so that the newest one that may be used is launched");
      }
      if (!member.status().isEmpty()) {
        lines.add("Karpenter's status names " + list(member.status()) + " in its place");
      }
      lines.add(ring());
      return lines;
    }

    private String ring() {
      Train train =
          view.trains().stream()
              .filter(each -> each.name().equals(member.train()))
              .findFirst()
              .orElseThrow();
      if (train.classes().size() == 1) {
        return "it is alone in its train (" + train.name() + ")";
      }
      return train.classes().stream()
          .map(each -> each.nodeClass() + " " + each.ring())
          .collect(Collectors.joining(", ", "rings of its train (" + train.name() + "): ", ""));
    }

    private List<String> refused() {
      var lines = new ArrayList<String>();
      for (Refused each : member.refused()) {
        lines.add(called(each.release()) + ": " + each.message() + rule(each.rule()));
        Release release = view.release(each.release());
        if (release != null && each.rule() == null) {
          release.waits().forEach(wait -> lines.add("  " + wait.message() + rule(wait.rule())));
          release.failures().forEach(failure -> lines.add("  " + failure(failure)));
        }
      }
      return lines;
    }

    private List<String> waiting() {
      var lines = new ArrayList<String>();
      for (Next each : member.next()) {
        if (member.launches().contains(each.release())) {
          continue;
        }
        Release release = view.release(each.release());
        lines.add(
            called(each.release())
                + (each.candidate() ? ", the candidate" : "")
                + (release == null || release.classes().isEmpty() ? "" : ": " + evidence(release)));
        for (Wait wait : each.waits()) {
          lines.add("  " + wait.message() + rule(wait.rule()));
        }
        if (each.admitted() != null) {
          lines.add("  the next node is launched with it: " + each.admitted());
        }
      }
      return lines;
    }

    private static List<String> unproven(@Nullable Release release) {
      return release == null || release.state().equals("quarantined")
          ? List.of()
          : release.waits().stream()
              .map(wait -> "to be proven, " + wait.message() + rule(wait.rule()))
              .toList();
    }

    private List<String> decided() {
      Set<String> names = new LinkedHashSet<>(member.launches());
      member.refused().forEach(each -> names.add(each.release()));
      member.next().forEach(each -> names.add(each.release()));
      var lines = new ArrayList<String>();
      for (String name : names) {
        Release release = view.release(name);
        Decision decision = release == null ? null : release.decision();
        if (decision != null) {
          lines.add(name + ": " + decision(decision));
        }
      }
      return lines;
    }

    private static String decision(Decision it) {
      Instant expires = it.expires();
      return it.decision()
          + (it.author() == null ? "" : " by " + it.author())
          + (it.reason() == null ? "" : ": " + it.reason())
          + (expires == null ? "" : (it.inForce() ? ", until " : ", expired at ") + expires);
    }

    private String state(String name) {
      Release release = view.release(name);
      return release == null
          ? called(name) + " has no state yet"
          : called(name)
              + " is "
              + release.state()
              + (release.since() == null ? "" : " since " + release.since())
              + ": "
              + release.message();
    }

    private static String evidence(Release release) {
      return "%s, %d healthy node-hours, %d failed lately"
          .formatted(
              release.nodes() == 1 ? "1 healthy node" : release.nodes() + " healthy nodes",
              release.healthyHours(),
              release.failed());
    }

    /** A custom image with its name. */
    private String called(String name) {
      Release release = view.release(name);
      String image = release == null ? null : release.title();
      return image == null ? name : name + " (" + image + ")";
    }

    private static String failure(NodeFailure it) {
      return it.at() + " " + it.nodeClaim() + " in " + it.nodePool() + ": " + it.message();
    }

    private static String rule(@Nullable String id) {
      return id == null ? "" : "  [" + id + "]";
    }

    private static String list(List<String> names) {
      return String.join(", ", names);
    }
  }
}
