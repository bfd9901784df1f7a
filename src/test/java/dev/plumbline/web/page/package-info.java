/** The page in a real browser. */
@NullMarked
package dev.plumbline.web.page;

import org.jspecify.annotations.NullMarked;
