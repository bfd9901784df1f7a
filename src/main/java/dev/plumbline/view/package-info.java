/**
 * Read models of NodePools, EC2NodeClasses, gates, rollouts and plans, derived from a settlement
 * and rendered as tables, JSON and HTML.
 */
@NullMarked
package dev.plumbline.view;

import org.jspecify.annotations.NullMarked;
