package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * One of {@code EC2NodeClass.spec.blockDeviceMappings}.
 *
 * @param nodeClass the node class
 * @param position its place in the list, from 0
 * @param deviceName {@code deviceName}: /dev/xvda
 * @param rootVolume {@code rootVolume}
 * @param volumeSizeGiB {@code ebs.volumeSize}, rounded up to whole GiB as EC2 takes it; null when
 *     not set
 */
@ReadFrom(of = "EC2NodeClass", at = "spec.blockDeviceMappings")
public record BlockDeviceMapping(
    String nodeClass,
    int position,
    @ReadFrom("deviceName") String deviceName,
    @ReadFrom("rootVolume") boolean rootVolume,
    @ReadFrom("ebs.volumeSize") @Nullable Integer volumeSizeGiB)
    implements Fact {

  @Override
  public String key() {
    return "BlockDeviceMapping/" + nodeClass + "/" + deviceName;
  }
}
