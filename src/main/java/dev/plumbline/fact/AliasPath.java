package dev.plumbline.fact;

/**
 * One SSM path behind an alias, and what an image found there serves ({@code ami-families.yaml}).
 *
 * @param family the family: al2023
 * @param variant the set of paths it belongs to: standard, or what {@code plumbline.dev/variant}
 *     names
 * @param hardware what the image is built for: standard, nvidia, neuron
 * @param architecture {@code kubernetes.io/arch} of the image
 * @param template the path, with {@code {kubernetes}} and {@code {version}}
 * @param latest what {@code {version}} becomes for {@code latest}
 * @param release what {@code {version}} becomes for a release, with {@code {kubernetes}} and {@code
 *     {release}}
 * @param requirements the requirement set, without the architecture
 */
public record AliasPath(
    String family,
    String variant,
    String hardware,
    String architecture,
    String template,
    String latest,
    String release,
    Requirements requirements)
    implements Fact {

  @Override
  public String key() {
    return "AliasPath/" + family + "/" + variant + "/" + architecture + "/" + hardware;
  }

  /** The name of the SSM parameter for a Kubernetes version and an alias version. */
  public String parameter(String kubernetes, String aliasVersion) {
    String bare =
        aliasVersion.startsWith("v") && release.equals("{release}")
            ? aliasVersion.substring(1)
            : aliasVersion;
    String version = aliasVersion.equals("latest") ? latest : release.replace("{release}", bare);
    return template.replace("{version}", version).replace("{kubernetes}", kubernetes);
  }
}
