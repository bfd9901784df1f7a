/** Actions: a pure planner, and the actuator, the only writer to the cluster and EC2. */
@NullMarked
package dev.plumbline.action;

import org.jspecify.annotations.NullMarked;
