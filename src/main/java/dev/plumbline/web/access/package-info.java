/** Authentication and authorization by bearer tokens, of Kubernetes or OpenID Connect. */
@NullMarked
package dev.plumbline.web.access;

import org.jspecify.annotations.NullMarked;
