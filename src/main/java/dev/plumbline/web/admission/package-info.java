/** The validating admission webhook: would a change break the rules or leave a pool unusable? */
@NullMarked
package dev.plumbline.web.admission;

import org.jspecify.annotations.NullMarked;
