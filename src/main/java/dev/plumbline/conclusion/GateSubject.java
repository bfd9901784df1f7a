package dev.plumbline.conclusion;

/**
 * That an object is one of those an activity is declared for.
 *
 * @param subjects which objects those are: node-class, node-pool-in-use
 * @param object the object: NodePool/default; Cluster
 */
public record GateSubject(String subjects, String object) implements Conclusion {}
