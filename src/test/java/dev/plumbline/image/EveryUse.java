package dev.plumbline.image;

import dev.plumbline.cli.EveryVerb;
import dev.plumbline.source.ec2.EveryCall;
import dev.plumbline.source.kubernetes.EveryObject;
import java.nio.file.Path;

/** The whole program in one JVM that is watched: its verbs, AWS and Kubernetes. */
public final class EveryUse {

  private EveryUse() {}

  /** Works in the folder that is the argument; prints what came of it. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    System.out.println("aws " + EveryCall.run(folder));
    System.out.println("kubernetes " + EveryObject.run());
    System.out.println(EveryVerb.run(folder));
    System.exit(0);
  }
}
