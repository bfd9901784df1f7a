package dev.plumbline.cli.command;

import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.RuleFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: this program, what it was built of and what it runs on. */
public final class Version implements IVersionProvider {

  public static String current() {
    return BuildInfo.current().version();
  }

  public static Map<String, String> all() {
    BuildInfo build = BuildInfo.current();
    var all = new LinkedHashMap<String, String>();
    all.put("plumbline", build.version());
    all.put("commit", build.commit());
    all.put("built", build.time());
    all.put("java", BuildInfo.java());
    all.put("quarkus", build.quarkus());
    all.put("drools", build.drools());
    all.put("rules", RuleFiles.shipped().digest());
    return all;
  }

  @Override
  public String[] getVersion() {
    return all().entrySet().stream()
        .map(each -> "%-9s %s".formatted(each.getKey(), each.getValue()))
        .toArray(String[]::new);
  }
}
