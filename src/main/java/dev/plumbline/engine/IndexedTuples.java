package dev.plumbline.engine;

import java.util.Objects;
import org.drools.base.util.IndexedValueReader;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.reteoo.TupleMemory;
import org.drools.core.util.AbstractHashTable.HashEntry;
import org.drools.core.util.AbstractHashTable.Index;
import org.drools.core.util.FastIterator;
import org.drools.core.util.LinkedList;
import org.drools.core.util.index.IndexSpec;
import org.drools.core.util.index.TupleList;
import org.jspecify.annotations.Nullable;

/**
 * What a condition keeps of one side, by the values that it joins by. The engine's own table holds
 * two objects for each of these values; of a cluster nearly every value is that of one object
 * alone, a name or an id. Here it is one object, in three fifths of the memory.
 */
final class IndexedTuples implements TupleMemory {

  private static final int LEAST = 16;

  private final Index index;

  /** What the values are read by where it is one value; null where there are more. */
  private final @Nullable IndexedValueReader only;

  /** Whether it is the side of the conditions before. */
  private final boolean left;

  /** By hash; those of one place are a chain, the last one that came first. */
  private @Nullable Group[] table = new Group[LEAST];

  private int groups;
  private int tuples;

  /** Never empty. The values are those of when it was made: objects may have others since. */
  private static final class Group extends TupleList {

    private static final long serialVersionUID = 1;

    private final transient @Nullable Object values;
    private final int hash;

    Group(@Nullable Object values, int hash) {
      this.values = values;
      this.hash = hash;
    }

    @Nullable Group after() {
      return (Group) getNext();
    }
  }

  private final class Everything implements FastIterator<TupleImpl> {

    @Override
    public @Nullable TupleImpl next(@Nullable TupleImpl tuple) {
      if (tuple == null) {
        return firstFrom(0);
      }
      if (tuple.getNext() != null) {
        return tuple.getNext();
      }
      Group group = of(tuple);
      Group after = group.after();
      return after == null ? firstFrom(place(group.hash) + 1) : after.getFirst();
    }

    @Override
    public boolean isFullIterator() {
      return true;
    }
  }

  IndexedTuples(IndexSpec spec, boolean left) {
    // It has state of its own while it looks for values: each table has another.
    this.index = spec.getIndex();
    this.only = spec.getIndexes().length == 1 ? spec.getIndexes()[0] : null;
    this.left = left;
  }

  private static Group of(TupleImpl tuple) {
    return (Group) tuple.getMemory();
  }

  private int place(int hash) {
    return hash & (table.length - 1);
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 16;
  }

  /** The values of a tuple, to be compared now: what there is of several is the index's own. */
  private @Nullable Object values(TupleImpl tuple, boolean ofLeft) {
    return only == null ? index.hashCodeOf(tuple, ofLeft) : only.indexedValueOf(tuple, ofLeft);
  }

  private @Nullable Group find(@Nullable Object values, int hash) {
    Group group = table[place(hash)];
    while (group != null && (group.hash != hash || !Objects.equals(group.values, values))) {
      group = group.after();
    }
    return group;
  }

  private @Nullable TupleImpl firstFrom(int place) {
    for (int i = place; i < table.length; i++) {
      Group group = table[i];
      if (group != null) {
        return group.getFirst();
      }
    }
    return null;
  }

  @Override
  public Index getIndex() {
    return index;
  }

  @Override
  public @Nullable TupleImpl getFirst(TupleImpl ofOtherSide) {
    Object values = values(ofOtherSide, !left);
    Group group = find(values, spread(Objects.hashCode(values)));
    return group == null ? null : group.getFirst();
  }

  @Override
  public void add(TupleImpl tuple) {
    Object values = values(tuple, left);
    int hash = spread(Objects.hashCode(values));
    Group group = find(values, hash);
    if (group == null) {
      group = new Group(values instanceof HashEntry several ? several.clone() : values, hash);
      if (++groups > table.length / 4 * 3) {
        resize();
      }
      put(group);
    }
    group.add(tuple);
    tuples++;
  }

  @Override
  public void remove(TupleImpl tuple) {
    Group group = of(tuple);
    group.remove(tuple);
    tuples--;
    if (group.isEmpty()) {
      drop(group);
    }
  }

  @Override
  public void removeAdd(TupleImpl tuple) {
    Group group = of(tuple);
    Object values = values(tuple, left);
    if (group.hash == spread(Objects.hashCode(values)) && Objects.equals(group.values, values)) {
      group.remove(tuple);
      group.add(tuple);
    } else {
      remove(tuple);
      add(tuple);
    }
  }

  private void put(Group group) {
    int place = place(group.hash);
    group.setNext(table[place]);
    table[place] = group;
  }

  private void drop(Group group) {
    groups--;
    int place = place(group.hash);
    Group before = table[place];
    if (before == group) {
      table[place] = group.after();
      return;
    }
    while (before != null && before.after() != group) {
      before = before.after();
    }
    Objects.requireNonNull(before).setNext(group.after());
  }

  private void resize() {
    @Nullable Group[] former = table;
    table = new Group[former.length * 2];
    for (Group first : former) {
      for (Group group = first; group != null; ) {
        Group after = group.after();
        put(group);
        group = after;
      }
    }
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public IndexType getIndexType() {
    return IndexType.EQUAL;
  }

  @Override
  public int size() {
    return tuples;
  }

  /** From one tuple to the next of the same values. */
  @Override
  public FastIterator<TupleImpl> fastIterator() {
    return LinkedList.fastIterator;
  }

  @Override
  public FastIterator<TupleImpl> fullFastIterator() {
    return new Everything();
  }

  @Override
  public FastIterator<TupleImpl> fullFastIterator(TupleImpl from) {
    return new Everything();
  }

  @Override
  public void clear() {
    table = new Group[LEAST];
    groups = 0;
    tuples = 0;
  }
}
