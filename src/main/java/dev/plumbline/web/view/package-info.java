/** What the page shows: projections of facts and conclusions, grouped, counted and sorted. */
@NullMarked
package dev.plumbline.web.view;

import org.jspecify.annotations.NullMarked;
