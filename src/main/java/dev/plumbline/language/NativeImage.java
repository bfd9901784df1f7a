package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/** Whether this is a native program, or the JVM that builds one. */
public final class NativeImage {

  private NativeImage() {}

  /** Whether a native image is being built: what static fields hold now will be in it. */
  public static boolean isBeingBuilt() {
    return "buildtime".equals(code());
  }

  public static boolean isRunning() {
    return "runtime".equals(code());
  }

  /** As {@code org.graalvm.nativeimage.ImageInfo} has it; null on the JVM. */
  private static @Nullable String code() {
    return System.getProperty("org.graalvm.nativeimage.imagecode");
  }
}
