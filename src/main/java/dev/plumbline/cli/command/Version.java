package dev.plumbline.cli.command;

import dev.plumbline.rule.RuleFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: this program, what it was built of and what it runs on. */
public final class Version implements IVersionProvider {

  /** That of this program. */
  public static String current() {
    return BuildInfo.current().version();
  }

  /** All there is to say, by name. */
  public static Map<String, String> all() {
    BuildInfo build = BuildInfo.current();
    var all = new LinkedHashMap<String, String>();
    all.put("plumbline", build.version());
    all.put("commit", build.commit());
    all.put("built", build.time());
    all.put("java", java());
    all.put("quarkus", build.quarkus());
    all.put("drools", build.drools());
    all.put("rules", RuleFiles.shipped().digest());
    return all;
  }

  private static String java() {
    String machine = System.getProperty("java.vm.name", "Java");
    String version = System.getProperty("java.version", "");
    boolean image = System.getProperty("org.graalvm.nativeimage.imagecode") != null;
    return (image ? "native, " : "") + machine + " " + version;
  }

  @Override
  public String[] getVersion() {
    return all().entrySet().stream()
        .map(each -> "%-9s %s".formatted(each.getKey(), each.getValue()))
        .toArray(String[]::new);
  }
}
