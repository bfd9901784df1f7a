package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import org.jspecify.annotations.Nullable;

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
 * @param image how the images found there are named, with {@code {kubernetes}} and one {@code
 *     {release}}, after which {@code -*} may follow; null when their names tell no release
 * @param requirements the requirement set, without the architecture
 */
@ExpectedCount(10)
public record AliasPath(
    String family,
    String variant,
    String hardware,
    String architecture,
    String template,
    String latest,
    String release,
    @Nullable String image,
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

  /** The release that the name of an image found there tells; null when it tells none. */
  public @Nullable String releaseOf(String kubernetes, String imageName) {
    if (image == null) {
      return null;
    }
    String named = image.replace("{kubernetes}", kubernetes);
    int at = named.indexOf("{release}");
    String rest = at < 0 ? "" : named.substring(at + "{release}".length());
    if (at < 0 || !imageName.startsWith(named.substring(0, at))) {
      return null;
    }
    String tail = imageName.substring(at);
    int end = rest.isEmpty() ? tail.length() : tail.indexOf('-');
    return end <= 0 ? null : tail.substring(0, end);
  }
}
