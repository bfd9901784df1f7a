/** {@code plumbline demo}: plays a story over the other verbs. */
@NullMarked
package dev.plumbline.cli.demo;

import org.jspecify.annotations.NullMarked;
