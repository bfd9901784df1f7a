package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * Instance types that an AMI family does not run on although their requirements fit ({@code
 * ami-families.yaml}).
 *
 * @param amiFamily AL2023
 * @param instanceFamily the instance family: a1
 * @param message why
 */
@ExpectedCount(10)
public record InstanceTypeExclusion(String amiFamily, String instanceFamily, String message)
    implements Fact {

  @Override
  public String key() {
    return "InstanceTypeExclusion/" + amiFamily + "/" + instanceFamily;
  }
}
