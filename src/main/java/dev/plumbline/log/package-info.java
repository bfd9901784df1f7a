/** The decision log: its entries, their hashes and signed checkpoints. */
@NullMarked
package dev.plumbline.log;

import org.jspecify.annotations.NullMarked;
