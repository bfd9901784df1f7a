package dev.plumbline.log.s3;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.checksums.SdkChecksum;
import software.amazon.awssdk.checksums.internal.ChecksumProvider;
import software.amazon.awssdk.checksums.spi.ChecksumAlgorithm;
import software.amazon.awssdk.http.auth.aws.crt.internal.signer.DefaultAwsCrtV4aHttpSigner;
import software.amazon.awssdk.http.auth.aws.internal.signer.util.OptionalDependencyLoaderUtil;

/**
 * What the AWS SDK would take from its optional library aws-crt, which is not there. On the JVM it
 * finds that out when it runs; a native image is not built while a class that can be reached is
 * missing, so there these methods stand in for its own. They answer as those do.
 */
final class WithoutCrt {

  private WithoutCrt() {}

  private static IllegalStateException missing(String what) {
    return new IllegalStateException(
        what + " needs the library aws-crt, which is not part of Plumbline.");
  }

  /** Checksums: none of these is one that is asked for. */
  @TargetClass(ChecksumProvider.class)
  static final class Checksums {

    @Substitute
    static @Nullable SdkChecksum createCrtCrc32C() {
      return null;
    }

    @Substitute
    static SdkChecksum crc64NvmeCrtImplementation() {
      throw missing("CRC64NVME");
    }

    @Substitute
    static SdkChecksum crtXxHash(ChecksumAlgorithm algorithm) {
      throw missing(algorithm.algorithmId());
    }
  }

  /** Signatures for access points of several regions. */
  @TargetClass(OptionalDependencyLoaderUtil.class)
  static final class Signers {

    @Substitute
    public static DefaultAwsCrtV4aHttpSigner getDefaultAwsCrtV4aHttpSigner() {
      throw missing("SigV4a");
    }
  }
}
