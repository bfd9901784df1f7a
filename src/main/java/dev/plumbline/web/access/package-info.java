/** Who asks, and whether that one may change anything: by tokens of Kubernetes or of OIDC. */
@NullMarked
package dev.plumbline.web.access;

import org.jspecify.annotations.NullMarked;
