/**
 * Turns the outside (a snapshot folder, EC2, Kubernetes, the data files of a rule set) into facts.
 */
@NullMarked
package dev.plumbline.source;

import org.jspecify.annotations.NullMarked;
