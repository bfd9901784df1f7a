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
 * Substitutes for the methods of the AWS SDK that use its optional library aws-crt. On the JVM the
 * SDK detects at run time that the library is missing; a native image cannot be built while a
 * reachable class is missing. The substitutes behave as the originals do without the library.
 */
final class WithoutCrt {

  private WithoutCrt() {}

  private static IllegalStateException missing(String what) {
    return new IllegalStateException(
        what + " needs the library aws-crt, which is not part of Plumbline.");
  }

  /** Checksums that are never requested. */
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
