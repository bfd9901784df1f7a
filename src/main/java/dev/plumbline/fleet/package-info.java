/** What the decision logs of many clusters say of them: read from their ends, without a server. */
@org.jspecify.annotations.NullMarked
package dev.plumbline.fleet;
