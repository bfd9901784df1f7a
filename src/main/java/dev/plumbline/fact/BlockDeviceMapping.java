package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * One of {@code EC2NodeClass.spec.blockDeviceMappings}.
 *
 * @param nodeClass the node class
 * @param deviceName {@code deviceName}: /dev/xvda
 * @param rootVolume {@code rootVolume}
 * @param volumeSizeGiB {@code ebs.volumeSize}, rounded up to whole GiB as EC2 takes it; null when
 *     not set
 */
public record BlockDeviceMapping(
    String nodeClass, String deviceName, boolean rootVolume, @Nullable Integer volumeSizeGiB)
    implements Fact {

  @Override
  public String key() {
    return "BlockDeviceMapping/" + nodeClass + "/" + deviceName;
  }
}
