package dev.plumbline.source;

import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Gates.GateDependency;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads what each activity waits for ({@code gates.yaml}). */
final class Gates {

  private final FactSet facts;
  private final Set<String> subjects = new LinkedHashSet<>();
  private final Set<String> sources = new LinkedHashSet<>();
  private final Set<String> awaited = new LinkedHashSet<>(); // sources, gates that wait for these

  private Gates(FactSet facts) {
    this.facts = facts;
  }

  static void read(Cursor file, FactSet facts) {
    file.allow(List.of("sources", "subjects", "gates"));
    var gates = new Gates(facts);
    file.at("sources").fields(gates::source);
    file.at("subjects")
        .fields(
            (name, description) -> {
              description.text();
              gates.subjects.add(name);
            });
    file.at("gates").fields(gates::gate);
  }

  private void source(String name, Cursor declared) {
    declared.allow(List.of("partOf", "neverEmpty"));
    Cursor whole = declared.at("partOf");
    if (whole.present()) {
      require(whole, sources, "no source above");
    }
    facts.add(new Source(name, whole.textOrNull(), declared.at("neverEmpty").flag()), declared);
    sources.add(name);
    awaited.add(name);
  }

  private void gate(String name, Cursor declared) {
    if (awaited.contains(name)) {
      throw declared.wrong("has the name of a source", "Try: give the activity another name.");
    }
    facts.add(new Gate(name), declared);
    declared.allow(subjects);
    var waitsFor = new LinkedHashSet<String>();
    declared.fields(
        (which, list) -> {
          for (Cursor each : list.items()) {
            // A rule that supported itself would keep its conclusions when their cause is gone.
            require(each, awaited, "no source, and no gate above that waits for sources alone");
            facts.add(new GateDependency(name, which, each.text()), each);
            waitsFor.add(each.text());
          }
        });
    if (sources.containsAll(waitsFor)) {
      awaited.add(name);
    }
  }

  private static void require(Cursor name, Set<String> known, String fault) {
    if (!known.contains(name.text())) {
      throw name.wrong(
          "is " + name.shown() + ", which is " + fault, Nearest.suggestion(name.text(), known));
    }
  }
}
