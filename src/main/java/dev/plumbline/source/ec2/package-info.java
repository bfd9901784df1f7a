/** EC2 and SSM, asked again and again, as a source of facts. */
@NullMarked
package dev.plumbline.source.ec2;

import org.jspecify.annotations.NullMarked;
