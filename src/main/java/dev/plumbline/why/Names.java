package dev.plumbline.why;

import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the names of a rule stand for at one place in it: each has a slot. */
final class Names {

  /** Where a variable is kept, and what it was read of. */
  private record Variable(int slot, int fact, @Nullable String property) {}

  /** What is shared by all places of one rule. */
  private static final class Shared {
    private int slots;
    private final Map<String, Set<String>> reads = new TreeMap<>();
  }

  private final Map<String, Variable> variables;
  private final Shared shared;
  private final @Nullable RecordType self;
  private final int selfSlot;

  Names() {
    this(new HashMap<>(), new Shared(), null, -1);
  }

  private Names(
      Map<String, Variable> variables, Shared shared, @Nullable RecordType self, int selfSlot) {
    this.variables = variables;
    this.shared = shared;
    this.self = self;
    this.selfSlot = selfSlot;
  }

  /** The same names; what is bound there is not bound here. */
  Names inner() {
    return new Names(new HashMap<>(variables), shared, null, -1);
  }

  /** The same names and those of a fact; what is bound there is bound here too. */
  Names of(RecordType type, int slot) {
    return new Names(variables, shared, type, slot);
  }

  int slot() {
    return shared.slots++;
  }

  int slots() {
    return shared.slots;
  }

  Map<String, Set<String>> reads() {
    return shared.reads;
  }

  /** Gives a variable a slot. */
  int bind(String name, int fact, @Nullable String property) {
    int slot = slot();
    variables.put(name, new Variable(slot, fact, property));
    return slot;
  }

  /** Gives the fact in a slot a name. */
  void name(String name, int slot) {
    variables.put(name, new Variable(slot, slot, null));
  }

  /** The slot of a variable; -1 when it is none. */
  int variable(String name) {
    Variable variable = variables.get(name);
    return variable == null ? -1 : variable.slot();
  }

  boolean knows(String name) {
    return variables.containsKey(name) || self != null && property(name) != null;
  }

  private @Nullable Property property(String name) {
    return self == null ? null : Calls.property(self.type(), name);
  }

  Eval value(String name) {
    Variable variable = variables.get(name);
    if (variable != null) {
      int slot = variable.slot();
      return frame -> frame[slot];
    }
    if (self == null) {
      throw new IllegalStateException("unknown name " + name);
    }
    int slot = selfSlot;
    if (name.equals("this")) {
      return frame -> frame[slot];
    }
    shared.reads.computeIfAbsent(self.name(), type -> new TreeSet<>()).add(name);
    Property property = property(name);
    if (property == null) {
      return frame -> Calls.read(frame[slot], name);
    }
    var reader = property.reader();
    return frame -> reader.apply(frame[slot]);
  }

  /** What {@code names} stand for, those that are properties or variables. */
  List<Operand> operands(Set<String> names) {
    var operands = new ArrayList<Operand>();
    for (String name : names) {
      Variable variable = variables.get(name);
      if (variable != null) {
        operands.add(new Operand(name, variable.fact(), variable.property(), value(name)));
      } else if (property(name) != null) {
        operands.add(new Operand(name, selfSlot, name, value(name)));
      }
    }
    return operands;
  }

  /** Whether none of {@code names} is of the fact at hand, nor bound in {@code here}. */
  boolean before(Set<String> names, Set<String> here) {
    var mine = new HashSet<>(names);
    mine.removeIf(name -> variables.containsKey(name) && !here.contains(name));
    return mine.stream().noneMatch(name -> knows(name) || name.equals("this"));
  }

  boolean isProperty(String name) {
    return !variables.containsKey(name) && property(name) != null;
  }
}
