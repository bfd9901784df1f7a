/**
 * Read models: what holds of pools, node classes, gates, rollouts and plans, worked out once from a
 * settlement and shown as table, JSON and page.
 */
@NullMarked
package dev.plumbline.view;

import org.jspecify.annotations.NullMarked;
