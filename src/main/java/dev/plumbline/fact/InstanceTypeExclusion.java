package dev.plumbline.fact;

/**
 * Instance types that an AMI family does not run on although their requirements fit ({@code
 * ami-families.yaml}).
 *
 * @param amiFamily AL2023
 * @param instanceFamily the instance family: a1
 * @param message why
 */
public record InstanceTypeExclusion(String amiFamily, String instanceFamily, String message)
    implements Fact {

  @Override
  public String key() {
    return "InstanceTypeExclusion/" + amiFamily + "/" + instanceFamily;
  }
}
