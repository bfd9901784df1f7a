/** Reports on images between clusters: signed, in a bucket or a folder, one prefix a cluster. */
@NullMarked
package dev.plumbline.exchange;

import org.jspecify.annotations.NullMarked;
