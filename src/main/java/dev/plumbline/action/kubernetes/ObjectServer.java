package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.fact.ObjectRef;
import org.jspecify.annotations.Nullable;

/**
 * What the writers of objects need of an API server. Objects are JSON trees with apiVersion and
 * kind. Every method throws {@link WriteFaultException} when the server refuses or cannot be
 * reached, and the writing ones {@link NotLeadingException} when this replica must not write.
 */
public interface ObjectServer {

  /** The live object; null if it does not exist. */
  @Nullable JsonNode get(ObjectRef ref);

  /**
   * All objects of a kind in the whole cluster; none where the kind is not served.
   *
   * @param selector a label selector; empty for all
   */
  ArrayNode list(String apiVersion, String kind, String selector);

  boolean serves(String apiVersion, String kind);

  /** Creates or changes an object by server-side apply; returns the result. */
  JsonNode apply(ObjectRef ref, JsonNode applied, boolean force);

  /** Changes an object by a JSON merge patch, whose resourceVersion and uid are preconditions. */
  JsonNode merge(ObjectRef ref, JsonNode patch);

  /** The same for the status subresource. */
  JsonNode mergeStatus(ObjectRef ref, JsonNode patch);

  JsonNode create(ObjectRef ref, JsonNode object);

  /** Deletes {@code live}, if it is still of that uid and resourceVersion. */
  void delete(ObjectRef ref, JsonNode live);
}
