/** What is written to EC2: tags of images. */
@NullMarked
package dev.plumbline.action.ec2;

import org.jspecify.annotations.NullMarked;
