/** What the API server asks before it takes a change: would it leave us worse off? */
@NullMarked
package dev.plumbline.web.admission;

import org.jspecify.annotations.NullMarked;
