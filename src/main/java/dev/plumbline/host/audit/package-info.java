/** Records what the host knows, concludes, plans and does, and runs it again from the record. */
@NullMarked
package dev.plumbline.host.audit;

import org.jspecify.annotations.NullMarked;
