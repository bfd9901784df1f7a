/** Writes to EC2: tags of AMIs. */
@NullMarked
package dev.plumbline.action.ec2;

import org.jspecify.annotations.NullMarked;
