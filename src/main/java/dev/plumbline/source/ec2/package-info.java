/** EC2 and SSM, polled, as a source of facts. */
@NullMarked
package dev.plumbline.source.ec2;

import org.jspecify.annotations.NullMarked;
