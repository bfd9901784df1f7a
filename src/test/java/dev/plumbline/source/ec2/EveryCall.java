package dev.plumbline.source.ec2;

import dev.plumbline.client.TokenBucket;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Every AWS service that is asked, once each, through a proxy and over TLS too, and every way to
 * credentials: what is traced.
 */
public final class EveryCall {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EveryCall() {}

  /** Says what was answered; {@code context} is that of a server that the JVM trusts. */
  public static String run(Path folder, SSLContext context) throws Exception {
    try (var aws = new FakeAws()) {
      aws.on("DescribeImages", FakeAws.images(FakeAws.image("ami-1", "arm64")))
          .on("CreateTags", FakeAws.xml("CreateTags", "<return>true</return>"))
          .on("GetParameters", FakeAws.json("{\"Parameters\": [], \"InvalidParameters\": []}"))
          .on("GetProducts", FakeAws.json(PRICES))
          .on("GetParametersByPath", FakeAws.json("{\"Parameters\": []}"))
          .on("ReceiveMessage", FakeAws.json("{\"Messages\": []}"))
          .on("AssumeRoleWithWebIdentity", new FakeAws.Reply(200, "text/xml", ASSUMED));
      String said = "";
      try (AwsClients clients = aws.clients(PATIENCE)) {
        var ec2 = clients.ec2("images");
        said += ec2.describeImages().images().getFirst().imageId();
        ec2.describeInstanceTypes(it -> {});
        ec2.describeInstanceTypeOfferings(it -> {});
        ec2.describeInstances();
        ec2.describeSpotPriceHistory();
        ec2.createTags(it -> it.resources("ami-1").tags(tag -> tag.key("a").value("b")));
        clients.ssm().getParameters(it -> it.names("/a"));
        clients.ssm().getParametersByPath(it -> it.path("/a/"));
        clients.sqs().receiveMessage(it -> it.queueUrl(aws.endpoint() + "/1/queue"));
        var bucket = TokenBucket.perSecond(1, 9, Clock.systemUTC());
        if (new PricesFeed(new AwsQueries(clients, bucket)).query().fallback() != null) {
          throw new IllegalStateException("the Pricing API was not read");
        }
        said += " " + clients.sts().getCallerIdentity().account();
      }
      said += " " + proxied(aws) + " " + secure(context);
      return said + " " + bucket(aws) + " " + credentials(aws, folder);
    }
  }

  /** Through a proxy, which answers in place of what it stands before. */
  private static String proxied(FakeAws aws) {
    System.setProperty("http.proxyHost", aws.endpoint().getHost());
    System.setProperty("http.proxyPort", "" + aws.endpoint().getPort());
    try (S3Client s3 = s3(URI.create("http://s3.example.com"))) {
      aws.on("", new FakeAws.Reply(200, "application/xml", LISTED));
      return "by way of a proxy "
          + s3.listObjectsV2(it -> it.bucket("b")).contents().getFirst().key();
    } finally {
      System.clearProperty("http.proxyHost");
      System.clearProperty("http.proxyPort");
    }
  }

  private static String secure(SSLContext context) throws IOException {
    try (var aws = FakeAws.secure(context);
        AwsClients clients = aws.clients(PATIENCE)) {
      return "over TLS " + clients.sts().getCallerIdentity().account();
    }
  }

  private static S3Client s3(URI endpoint) {
    return S3Client.builder()
        .endpointOverride(endpoint)
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(PATIENCE))
        .build();
  }

  private static String bucket(FakeAws aws) {
    try (S3Client s3 = s3(aws.endpoint())) {
      aws.on("", new FakeAws.Reply(200, "application/xml", LISTED));
      String key = s3.listObjectsV2(it -> it.bucket("b")).contents().getFirst().key();
      s3.putObject(it -> it.bucket("b").key("k").ifNoneMatch("*"), RequestBody.fromString("x"));
      aws.on(
          "", new FakeAws.Reply(404, "application/xml", "<Error><Code>NoSuchKey</Code></Error>"));
      s3.getObjectAsBytes(it -> it.bucket("b").key("k"));
      return key;
    } catch (NoSuchKeyException e) {
      return "no key";
    }
  }

  /** Those of a service account (IRSA), of Pod Identity, and the chain that looks for them. */
  private static String credentials(FakeAws aws, Path folder) throws Exception {
    URI endpoint = aws.endpoint();
    Path token = Files.writeString(folder.resolve("token"), "token");
    System.setProperty("aws.endpointUrl", endpoint.toString());
    System.setProperty("aws.region", "us-east-1");
    System.setProperty("aws.roleArn", "arn:aws:iam::123456789012:role/plumbline");
    System.setProperty("aws.webIdentityTokenFile", token.toString());
    System.setProperty("aws.containerCredentialsFullUri", endpoint + "/v1/credentials");
    aws.on("", FakeAws.json(CONTAINER));
    try (var service = WebIdentityTokenFileCredentialsProvider.create();
        var pod = ContainerCredentialsProvider.create();
        var chain = DefaultCredentialsProvider.builder().build()) {
      return service.resolveCredentials().accessKeyId()
          + " "
          + pod.resolveCredentials().accessKeyId()
          + " "
          + chain.resolveCredentials().accessKeyId();
    }
  }

  private static final String CONTAINER =
      """
      {"AccessKeyId": "AKIAPOD", "SecretAccessKey": "s", "Token": "t",
       "Expiration": "2999-01-01T00:00:00Z"}
      """;

  private static final String ASSUMED =
      """
      <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult>
          <Credentials><AccessKeyId>AKIAROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
            <SessionToken>t</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration></Credentials>
          <AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/plumbline/x</Arn>
            <AssumedRoleId>A:x</AssumedRoleId></AssumedRoleUser>
        </AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>
      """;

  private static final String PRICES =
      """
      {"PriceList": [{"product": {"attributes": {"instanceType": "m5.large"}}, "terms": {"OnDemand":
       {"a": {"priceDimensions": {"b": {"pricePerUnit": {"USD": "0.096"}}}}}}}]}
      """;

  private static final String LISTED =
      """
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>
        <KeyCount>1</KeyCount><IsTruncated>false</IsTruncated>
        <Contents><Key>segment-0</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>
          <ETag>"e"</ETag><Size>1</Size></Contents>
      </ListBucketResult>
      """;
}
