package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an object is one of those an activity is declared for.
 *
 * @param subjects which objects those are: node-class, node-pool-in-use
 * @param object the object: NodePool/default; Cluster
 */
public record GateSubject(@Key String subjects, @Key String object)
    implements Conclusion, Internal {}
