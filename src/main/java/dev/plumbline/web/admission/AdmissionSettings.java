package dev.plumbline.web.admission;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** What is answered to the API server before it takes a change (docs/admission.md). */
@ConfigMapping(prefix = "plumbline.admission")
interface AdmissionSettings {

  /** Whether {@code serve} answers the API server. */
  @WithDefault("false")
  boolean enabled();

  /** The port, which answers HTTPS alone and nothing else; 0 for any that is free. */
  @WithDefault("8443")
  int port();

  /**
   * The name of the TLS configuration that holds the certificate: {@code
   * quarkus.tls.NAME.key-store.pem.tls.cert} and {@code .key}.
   */
  @WithDefault("admission")
  String tls();

  /** What becomes of a change that leaves a NodePool without any usable instance type. */
  @WithDefault("warn")
  Mode mode();

  /** How long a NodePool or EC2NodeClass is judged; after that it is let pass with a warning. */
  @WithDefault("150ms")
  Duration deadline();

  /** How long rule text is judged; after that it is let pass with a warning. */
  @WithDefault("1500ms")
  Duration rulesDeadline();

  /** How many changes of each sort may wait; what comes on top passes with a warning. */
  @WithDefault("16")
  int queue();

  /** The namespace whose rule ConfigMaps are judged; else every one that is asked for. */
  @WithDefault("${POD_NAMESPACE:}")
  Optional<String> namespace();

  /** What becomes of it. */
  enum Mode {
    /** It passes; who makes it is told. */
    WARN,
    /** It is refused. */
    DENY
  }
}
