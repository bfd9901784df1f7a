package dev.plumbline.wiring;

import dev.plumbline.client.Backoff;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.ImageConclusions.ImageQuery;
import dev.plumbline.conclusion.ImageConclusions.SsmListing;
import dev.plumbline.conclusion.ImageConclusions.SsmLookup;
import dev.plumbline.source.ec2.AwsClients.AwsSettings;
import dev.plumbline.source.ec2.Ec2Source;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2Source.ListingNeed;
import dev.plumbline.source.ec2.Ec2SourceSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Connects the EC2 source, which knows neither configuration nor conclusions, to the host. */
final class Ec2Wiring {

  static final List<String> SOURCES =
      List.of(
          "images",
          "instance-types",
          "instance-type-offerings",
          "instances",
          "spot-prices",
          "ssm-parameters",
          "prices");

  private Ec2Wiring() {}

  static AwsSettings aws(Ec2Settings settings) {
    var timeouts =
        new AwsSettings.Timeouts(
            settings.timeout().connect(), settings.timeout().read(), settings.timeout().call());
    return new AwsSettings(
        settings.region().orElse(null),
        settings.endpoint().orElse(null),
        timeouts,
        settings.attempts());
  }

  static Ec2SourceSettings source(Ec2Settings settings) {
    var interval = settings.interval();
    return new Ec2SourceSettings(
        Map.of(
            "images", interval.images(),
            "instance-types", interval.instanceTypes(),
            "instance-type-offerings", interval.instanceTypeOfferings(),
            "instances", interval.instances(),
            "spot-prices", interval.spotPrices(),
            "ssm-parameters", interval.ssmParameters(),
            "prices",
                settings.pricesFile().isPresent() ? interval.pricesFile() : interval.prices()),
        new Ec2SourceSettings.Pacing(
            settings.jitter(),
            new Backoff(settings.backoff().first(), settings.backoff().most()),
            settings.refreshGap()),
        new Ec2SourceSettings.Rate(settings.requestsPerSecond(), settings.burst()),
        new Ec2SourceSettings.Scope(
            settings.accountId().orElse(null),
            settings.instanceTag(),
            settings.pricesFile().orElse(null),
            settings.queueUrl().orElse(null)));
  }

  static void need(Conclusions conclusions, Ec2Source source) {
    source.need(
        conclusions.of(ImageQuery.class).stream().map(Ec2Wiring::need).collect(Collectors.toSet()),
        conclusions.of(SsmLookup.class).stream()
            .map(SsmLookup::parameter)
            .collect(Collectors.toSet()),
        conclusions.of(SsmListing.class).stream()
            .map(each -> new ListingNeed(each.path(), each.ending()))
            .collect(Collectors.toSet()));
  }

  private static ImageNeed need(ImageQuery query) {
    return new ImageNeed(query.text(), query.ids(), query.owners(), query.name(), query.tags());
  }
}
