package dev.plumbline.fact;

/**
 * That one object or row of a source could not be read; the source goes on without it.
 *
 * @param source images, node-pools, …
 * @param object the object: NodePool/default, Ami/ami-0123
 * @param message what is wrong with it, with its path and advice
 */
public record ObjectFault(String source, String object, String message) implements Fact {

  @Override
  public String key() {
    return "ObjectFault/" + source + "/" + object;
  }
}
