package dev.plumbline.image;

import dev.plumbline.action.Change.PublishFindings;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.kubernetes.EventReporter;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.YieldingApiServer;
import dev.plumbline.cli.EveryVerb;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.source.ec2.EveryCall;
import dev.plumbline.source.kubernetes.EveryObject;
import dev.plumbline.web.access.EveryToken;
import dev.plumbline.web.admission.Certificate;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The whole program in one JVM that is watched: its verbs, AWS and Kubernetes. */
public final class EveryUse {

  private static final String NAME = "authority";

  private EveryUse() {}

  /** Works in the folder that is the argument; prints what came of it. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    var certificate = new Certificate(folder);
    certificate.make(NAME);
    // As somebody does whose proxies look into TLS.
    System.setProperty("javax.net.ssl.trustStore", certificate.store(NAME).toString());
    System.setProperty("javax.net.ssl.trustStorePassword", Certificate.PASSWORD);
    System.out.println("aws " + EveryCall.run(folder, certificate.context(NAME)));
    System.out.println("kubernetes " + EveryObject.run());
    System.out.println("written " + writes(certificate));
    System.out.println(EveryVerb.run(folder));
    System.exit(0);
  }

  /** An Event and a report, and whose a token is. */
  private static String writes(Certificate certificate) throws IOException {
    try (var server = new YieldingApiServer(certificate, NAME);
        KubernetesClient client = server.client()) {
      var pool = new ObjectRef("karpenter.sh/v1", "NodePool", null, "a");
      var found = new Finding("NPU-001", pool.key(), "fail", "high", "Mismatch", "no image");
      var announcer =
          new EventReporter(
              new ObjectApi(client, Duration.ofSeconds(60), () -> true),
              Duration.ofMinutes(30),
              "pod-1",
              () -> new Provenance("digest", "1"),
              Clock.systemUTC());
      var said = announcer.write(pool, new PublishFindings(List.of(found)));
      String whose = EveryToken.run(client);
      return (said.equals(Written.DONE) ? "done " : said + " ") + whose + " " + server.written();
    }
  }
}
