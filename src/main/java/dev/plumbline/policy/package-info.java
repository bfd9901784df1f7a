/**
 * Algorithms that rules call once: sizes of instance types, what holds a pod, which types
 * requirements select. Pure functions of facts and conclusions.
 */
@NullMarked
package dev.plumbline.policy;

import org.jspecify.annotations.NullMarked;
