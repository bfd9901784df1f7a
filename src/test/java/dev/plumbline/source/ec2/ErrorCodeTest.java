package dev.plumbline.source.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class ErrorCodeTest {

  private static final String CHAIN = " from any of the providers in the chain Chain@1: [A@2: b]";

  @Test
  void tellsWhatIsMissingWithoutWhoLookedForIt() {
    SdkClientException region = SdkClientException.create("Unable to load region" + CHAIN);
    SdkClientException credentials =
        SdkClientException.create("Unable to load credentials" + CHAIN);

    assertThat(ErrorCode.of(region)).isEqualTo("NoRegion");
    assertThat(ErrorCode.message(region)).isEqualTo("no region is set. Try: AWS_REGION.");
    assertThat(ErrorCode.of(credentials)).isEqualTo("NoCredentials");
    assertThat(ErrorCode.message(credentials)).startsWith("no credentials are found. Try: ");
  }

  @Test
  void tellsEverythingElseAsItIs() {
    assertThat(ErrorCode.message(SdkClientException.create("Read timed out")))
        .isEqualTo("Read timed out");
  }
}
