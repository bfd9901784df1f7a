/** The control loop: update facts, settle, plan, publish, record, act. */
@NullMarked
package dev.plumbline.loop;

import org.jspecify.annotations.NullMarked;
