package dev.plumbline.web.admission;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** The validating admission webhook (docs/admission.md). */
@ConfigMapping(prefix = "plumbline.admission")
interface AdmissionSettings {

  /** Whether {@code serve} runs the webhook. */
  @WithDefault("false")
  boolean enabled();

  /** The HTTPS port; 0 for any free port. */
  @WithDefault("8443")
  int port();

  /**
   * The name of the TLS configuration that holds the certificate: {@code
   * quarkus.tls.NAME.key-store.pem.tls.cert} and {@code .key}.
   */
  @WithDefault("admission")
  String tls();

  /** The answer to a change that leaves a NodePool without a usable instance type. */
  @WithDefault("warn")
  Mode mode();

  /**
   * The deadline of the check of a NodePool or EC2NodeClass; after it the change passes with a
   * warning.
   */
  @WithDefault("150ms")
  Duration deadline();

  /** The deadline of the check of rule text; after it the change passes with a warning. */
  @WithDefault("1500ms")
  Duration rulesDeadline();

  /** The maximum number of queued changes of each kind; more pass with a warning. */
  @WithDefault("16")
  int queue();

  /** The namespace whose rule ConfigMaps are checked; default: every namespace. */
  @WithDefault("${POD_NAMESPACE:}")
  Optional<String> namespace();

  enum Mode {
    /** It passes with a warning. */
    WARN,
    /** It is denied. */
    DENY
  }
}
