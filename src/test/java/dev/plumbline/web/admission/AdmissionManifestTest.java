package dev.plumbline.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.tls.runtime.config.TlsConfig;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What k8s/components/admission sets is what the program reads. */
class AdmissionManifestTest {

  private static final Path COMPONENT = Path.of("k8s/components/admission");

  @Test
  void variablesAreUnderstood() throws IOException {
    var variables = new HashMap<String, String>();
    for (JsonNode variable : container().path("env")) {
      variables.put(variable.path("name").asText(), variable.path("value").asText());
    }

    var config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withMapping(TlsConfig.class)
            .withMapping(AdmissionSettings.class)
            .withSources(new EnvConfigSource(variables, 300))
            .withValidateUnknown(false)
            .build();

    AdmissionSettings settings = config.getConfigMapping(AdmissionSettings.class);
    var bucket =
        config.getConfigMapping(TlsConfig.class).namedCertificateConfig().get(settings.tls());
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.namespace()).isEmpty();
    assertThat(bucket.reloadPeriod()).isPresent();
    String folder = container().at("/volumeMounts/0/mountPath").asText();
    var pem = bucket.keyStore().orElseThrow().pem().orElseThrow();
    assertThat(pem.keyCerts().values().iterator().next().cert())
        .isEqualTo(Path.of(folder, "tls.crt"));
    assertThat(pem.keyCerts().values().iterator().next().key())
        .isEqualTo(Path.of(folder, "tls.key"));
    assertThat(container().at("/ports/0/containerPort").asInt()).isEqualTo(settings.port());
  }

  @Test
  void webhooksNeverStandInTheWay() throws IOException {
    for (JsonNode hook : yaml("webhook.yaml").path("webhooks")) {
      assertThat(hook.path("failurePolicy").asText()).isEqualTo("Ignore");
      assertThat(hook.path("sideEffects").asText()).isEqualTo("None");
      assertThat(hook.path("timeoutSeconds").asInt()).isEqualTo(2);
      JsonNode service = hook.at("/clientConfig/service");
      assertThat(service.path("path").asText()).isEqualTo("/validate");
      assertThat(service.path("name").asText())
          .isEqualTo(yaml("service.yaml").at("/metadata/name").asText());
      assertThat(List.of(hook.at("/rules/0/operations").toString()))
          .containsExactly("[\"CREATE\",\"UPDATE\"]");
    }
  }

  private static JsonNode container() throws IOException {
    return yaml("deployment.yaml").at("/spec/template/spec/containers/0");
  }

  private static JsonNode yaml(String file) throws IOException {
    return new YAMLMapper().readTree(COMPONENT.resolve(file).toFile());
  }
}
