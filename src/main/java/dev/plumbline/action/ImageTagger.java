package dev.plumbline.action;

import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * Sets and removes the tags of AMIs that a change names, if their current values are still those
 * that it was planned from. Uses DescribeTags, CreateTags and DeleteTags.
 */
public final class ImageTagger {

  private final Supplier<Ec2Client> client;
  private final BooleanSupplier mayWrite;

  /**
   * Writes through a client, which the caller closes.
   *
   * @param client asked at each write: without a region there is none, which is a fault of EC2
   */
  public ImageTagger(Supplier<Ec2Client> client, BooleanSupplier mayWrite) {
    this.client = client;
    this.mayWrite = mayWrite;
  }

  /**
   * Applies {@code change} to the tags of an AMI.
   *
   * @throws WriteFaultException when EC2 refuses or cannot be reached
   */
  public Written write(String ami, TagImage change) {
    try {
      return compareAndWrite(client.get(), ami, change);
    } catch (AwsServiceException e) {
      throw new WriteFaultException(code(e), message(e));
    } catch (SdkException e) {
      throw new WriteFaultException("ServiceUnavailable", String.valueOf(e.getMessage()));
    }
  }

  private Written compareAndWrite(Ec2Client ec2, String ami, TagImage change) {
    SortedMap<String, String> now = tags(ec2, ami);
    var set = new TreeMap<>(change.set());
    set.entrySet().removeIf(tag -> tag.getValue().equals(now.get(tag.getKey())));
    var removed = new TreeSet<>(change.removed());
    removed.removeIf(key -> !now.containsKey(key));
    if (set.isEmpty() && removed.isEmpty()) {
      return Written.UNCHANGED;
    }
    var touched = new TreeSet<>(set.keySet());
    touched.addAll(removed);
    for (String key : touched) {
      String before = change.before().get(key);
      if (before != null && !before.equals(now.get(key))) {
        return Written.outdated("the tag " + key + " of " + ami + " has changed");
      }
    }
    if (!set.isEmpty()) {
      assertLeading();
      ec2.createTags(
          request ->
              request.resources(ami).tags(set.entrySet().stream().map(ImageTagger::tag).toList()));
    }
    if (!removed.isEmpty()) {
      assertLeading();
      // A tag given with its value is deleted only if it still has that value.
      ec2.deleteTags(
          request ->
              request
                  .resources(ami)
                  .tags(
                      removed.stream()
                          .map(key -> Tag.builder().key(key).value(now.get(key)).build())
                          .toList()));
    }
    return Written.DONE;
  }

  private static SortedMap<String, String> tags(Ec2Client ec2, String ami) {
    var tags = new TreeMap<String, String>();
    Filter filter = Filter.builder().name("resource-id").values(ami).build();
    ec2.describeTagsPaginator(request -> request.filters(filter))
        .tags()
        .forEach(tag -> tags.put(tag.key(), tag.value()));
    return tags;
  }

  private void assertLeading() {
    if (!mayWrite.getAsBoolean()) {
      throw new NotLeadingException();
    }
  }

  private static Tag tag(Map.Entry<String, String> tag) {
    return Tag.builder().key(tag.getKey()).value(tag.getValue()).build();
  }

  private static String code(AwsServiceException e) {
    String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
    if (code != null) {
      return code;
    }
    return e.statusCode() >= 500 ? "ServiceUnavailable" : "HTTP" + e.statusCode();
  }

  private static String message(AwsServiceException e) {
    String message = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
    return message == null ? String.valueOf(e.getMessage()) : message;
  }
}
