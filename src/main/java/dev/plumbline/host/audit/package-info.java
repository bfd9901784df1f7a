/** What is recorded of what the host knows, and how it is read again. */
@NullMarked
package dev.plumbline.host.audit;

import org.jspecify.annotations.NullMarked;
