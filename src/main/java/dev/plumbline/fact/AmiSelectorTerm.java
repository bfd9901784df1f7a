package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * One of {@code EC2NodeClass.spec.amiSelectorTerms}; what is set in one term must all hold, terms
 * are ORed.
 *
 * @param nodeClass the node class
 * @param index its place in the list, from 0
 * @param alias {@code alias}: family@version; null when not set
 * @param id {@code id}; null when not set
 * @param name {@code name}, with {@code *} and {@code ?}; null when not set
 * @param owner {@code owner}: an account id, self, amazon, aws-marketplace; null when not set
 * @param ssmParameter {@code ssmParameter}: a name or ARN; null when not set
 * @param tags {@code tags}; the value {@code *} means that the key is there
 */
@ReadFrom(of = "EC2NodeClass", at = "spec.amiSelectorTerms")
public record AmiSelectorTerm(
    String nodeClass,
    int index,
    @ReadFrom("alias") @Nullable String alias,
    @ReadFrom("id") @Nullable String id,
    @ReadFrom("name") @Nullable String name,
    @ReadFrom("owner") @Nullable String owner,
    @ReadFrom("ssmParameter") @Nullable String ssmParameter,
    @ReadFrom("tags") Tags tags)
    implements Fact {

  @Override
  public String key() {
    return "AmiSelectorTerm/" + nodeClass + "/" + index;
  }

  /** The part of the alias before {@code @}; null without an alias. */
  public @Nullable String aliasFamily() {
    return alias == null
        ? null
        : alias.substring(0, alias.indexOf('@') < 0 ? alias.length() : alias.indexOf('@'));
  }

  /** The part of the alias after {@code @}, empty when there is none; null without an alias. */
  public @Nullable String aliasVersion() {
    return alias == null
        ? null
        : alias.indexOf('@') < 0 ? "" : alias.substring(alias.indexOf('@') + 1);
  }

  /** Whether {@code name} is set and this image's name fits it. */
  public boolean nameFits(String imageName) {
    return name != null && Glob.matches(name, imageName);
  }

  /**
   * The name of the SSM parameter where {@code ssmParameter} is an ARN; null when it is not set.
   */
  public @Nullable String ssmParameterName() {
    if (ssmParameter == null || !ssmParameter.startsWith("arn:")) {
      return ssmParameter;
    }
    int resource = ssmParameter.indexOf(":parameter");
    return resource < 0 ? ssmParameter : ssmParameter.substring(resource + ":parameter".length());
  }
}
