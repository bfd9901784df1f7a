/** Wires the stages: what comes from sources goes through the rules to those who ask. */
@NullMarked
package dev.plumbline.host;

import org.jspecify.annotations.NullMarked;
