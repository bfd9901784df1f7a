package dev.plumbline.source.ec2;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.GeneratedServiceMetadataProvider;
import software.amazon.awssdk.regions.ServiceMetadata;
import software.amazon.awssdk.regions.ServiceMetadataProvider;
import software.amazon.awssdk.regions.servicemetadata.Ec2ServiceMetadata;
import software.amazon.awssdk.regions.servicemetadata.EnhancedS3ServiceMetadata;
import software.amazon.awssdk.regions.servicemetadata.SqsServiceMetadata;
import software.amazon.awssdk.regions.servicemetadata.SsmServiceMetadata;
import software.amazon.awssdk.regions.servicemetadata.StsServiceMetadata;

/**
 * A substitute for the table of the AWS SDK that has the endpoints of more than 300 services: a
 * native image holds those of the services that Plumbline has clients for, 10 MB less. Of any other
 * the SDK makes the usual endpoint, as it does of one that it does not know.
 */
@TargetClass(GeneratedServiceMetadataProvider.class)
@Substitute
final class UsedServices implements ServiceMetadataProvider {

  @Substitute
  public UsedServices() {}

  @Override
  @Substitute
  public @Nullable ServiceMetadata serviceMetadata(String endpointPrefix) {
    return switch (endpointPrefix) {
      case "ec2" -> new Ec2ServiceMetadata();
      case "s3" -> new EnhancedS3ServiceMetadata();
      case "sqs" -> new SqsServiceMetadata();
      case "ssm" -> new SsmServiceMetadata();
      case "sts" -> new StsServiceMetadata();
      default -> null;
    };
  }
}
