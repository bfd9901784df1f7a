package dev.plumbline.source.ec2;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.plumbline.client.ApiException;
import dev.plumbline.source.InvalidSourceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/** The code of a failure: that of AWS, or for what never reached it one of error-classes.yaml. */
public final class ErrorCode {

  private ErrorCode() {}

  /** The code of {@code failure}, or of what caused it. */
  public static String of(Throwable failure) {
    if (failure instanceof AwsServiceException answer) {
      String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
      return code == null || code.isBlank() ? "Http" + answer.statusCode() : code;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String code = ofCause(cause);
      if (code != null) {
        return code;
      }
    }
    return failure.getClass().getSimpleName();
  }

  /**
   * What {@code failure} says, in one sentence: of what is missing, the SDK lists every object that
   * looked for it.
   */
  public static String message(Throwable failure) {
    return switch (of(failure)) {
      case "NoRegion" -> "no region is set. Try: AWS_REGION.";
      case "NoCredentials" -> "no credentials are found. Try: a role of the pod, or AWS_PROFILE.";
      default -> String.valueOf(failure.getMessage());
    };
  }

  private static @Nullable String ofCause(Throwable cause) {
    return switch (cause) {
      case ApiException e -> e.code();
      case ApiCallTimeoutException e -> "Timeout";
      case ApiCallAttemptTimeoutException e -> "Timeout";
      case AbortedException e -> "Timeout";
      case SocketTimeoutException e -> "Timeout";
      case UnknownHostException e -> "UnknownHost";
      case SSLException e -> "TLSFailed";
      case ConnectException e -> "ConnectionRefused";
      case SocketException e -> "ConnectionReset";
      case NoSuchFileException e -> "NoSuchFile";
      case InvalidSourceException e -> "Unreadable";
      case JsonProcessingException e -> "Unreadable";
      case IOException e when cause.getCause() == null -> "ConnectionReset";
      default -> ofMessage(String.valueOf(cause.getMessage()));
    };
  }

  private static @Nullable String ofMessage(String message) {
    if (message.startsWith("Unable to load credentials")) {
      return "NoCredentials";
    }
    return message.startsWith("Unable to load region") ? "NoRegion" : null;
  }
}
