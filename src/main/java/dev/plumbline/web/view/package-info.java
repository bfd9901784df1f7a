/** The JSON documents of the page, made from the read models. */
@NullMarked
package dev.plumbline.web.view;

import org.jspecify.annotations.NullMarked;
