package dev.plumbline.source.ec2;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Counts what the SDK sends again by itself: it is a call like any other. */
final class RetryCount implements ExecutionInterceptor {

  private volatile Runnable told = () -> {};

  void tell(Runnable who) {
    told = who;
  }

  @Override
  public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes given) {
    boolean again =
        context
            .httpRequest()
            .firstMatchingHeader("amz-sdk-request")
            .filter(attempt -> !attempt.startsWith("attempt=1;") && !attempt.equals("attempt=1"))
            .isPresent();
    if (again) {
      told.run();
    }
  }
}
