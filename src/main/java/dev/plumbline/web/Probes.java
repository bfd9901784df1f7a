package dev.plumbline.web;

import dev.plumbline.loop.HostState;
import dev.plumbline.loop.HostState.HostStatus;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/** The Kubernetes probes, with the reasons for a failure. */
@ApplicationScoped
class Probes {

  private final HostState published;
  private final RuleState revisions;

  Probes(HostState published, RuleState revisions) {
    this.published = published;
    this.revisions = revisions;
  }

  @Produces
  @Startup
  @ApplicationScoped
  HealthCheck started() {
    return () ->
        answer("rules are loaded and facts have settled", published.status().started(), false)
            .build();
  }

  @Produces
  @Readiness
  @ApplicationScoped
  HealthCheck ready() {
    return () -> {
      RuleSetStatus rules = revisions.now();
      HealthCheckResponseBuilder answer =
          answer("rules have settled on facts of every source", published.status().ready(), true)
              .withData("rules", rules.word().name());
      if (rules.trialFault() != null) {
        answer.withData("trials", rules.trialFault());
      }
      String bundle = revisions.bundleFault();
      if (bundle != null) {
        answer.withData("bundle", bundle);
      }
      return answer.build();
    };
  }

  @Produces
  @Liveness
  @ApplicationScoped
  HealthCheck live() {
    return () -> answer("the loop is running", published.status().live(), false).build();
  }

  private HealthCheckResponseBuilder answer(String what, boolean up, boolean always) {
    HealthCheckResponseBuilder response = HealthCheckResponse.named(what).status(up);
    HostStatus status = published.status();
    List<String> reasons = up && !always ? List.of() : status.reasons();
    for (int i = 0; i < reasons.size(); i++) {
      response.withData("%02d".formatted(i + 1), reasons.get(i));
    }
    return response;
  }
}
