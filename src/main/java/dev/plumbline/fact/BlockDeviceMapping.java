package dev.plumbline.fact;

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
public record BlockDeviceMapping(
    String nodeClass,
    int position,
    String deviceName,
    boolean rootVolume,
    @Nullable Integer volumeSizeGiB)
    implements Fact {

  @Override
  public String key() {
    return "BlockDeviceMapping/" + nodeClass + "/" + deviceName;
  }
}
