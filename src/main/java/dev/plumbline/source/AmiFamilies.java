package dev.plumbline.source;

import dev.plumbline.fact.Images.AliasFamily;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.AmiFamily;
import dev.plumbline.fact.Images.DriverImplication;
import dev.plumbline.fact.Images.ImageNaming;
import dev.plumbline.fact.Images.ProcessorArchitecture;
import dev.plumbline.fact.InstanceTypes.InstanceTypeExclusion;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The facts of {@code ami-families.yaml}. */
final class AmiFamilies {

  private static final String INCOMPLETE = "Try: compare with the shipped ami-families.yaml.";

  private final FactSet facts;
  private final Map<String, Requirements> hardware = new LinkedHashMap<>();
  private final Set<String> families = new TreeSet<>();

  private AmiFamilies(FactSet facts) {
    this.facts = facts;
  }

  static void read(Cursor file, FactSet facts) {
    file.allow(
        List.of(
            "families",
            "amiFamilies",
            "architectures",
            "hardware",
            "paths",
            "names",
            "drivers",
            "exclusions"));
    var read = new AmiFamilies(facts);
    file.at("families").items().forEach(read::family);
    file.at("amiFamilies").items().forEach(read::amiFamily);
    file.at("hardware")
        .fields(
            (name, list) -> read.hardware.put(name, Requirements.of(RequirementList.read(list))));
    file.at("paths").items().forEach(read::path);
    file.at("names").items().forEach(read::name);
    file.at("drivers").items().forEach(read::driver);
    file.at("exclusions").items().forEach(read::exclusion);
    file.required("architectures", INCOMPLETE)
        .items()
        .forEach(item -> facts.add(new ProcessorArchitecture(item.scalar()), item));
  }

  private void family(Cursor row) {
    row.allow(
        List.of(
            "family",
            "amiFamily",
            "os",
            "windowsBuild",
            "minimumMinor",
            "maximumMinor",
            "latestOnly",
            "rootDeviceName",
            "rootVolumeGiB"));
    String family = text(row, "family");
    families.add(family);
    facts.add(
        new AliasFamily(
            family,
            text(row, "amiFamily"),
            text(row, "os"),
            row.at("windowsBuild").scalarOrNull(),
            row.at("minimumMinor").wholeNumberOrNull(),
            row.at("maximumMinor").wholeNumberOrNull(),
            row.at("latestOnly").flag(),
            row.at("rootDeviceName").scalarOrNull(),
            row.at("rootVolumeGiB").wholeNumberOrNull()),
        row);
  }

  private void amiFamily(Cursor row) {
    row.allow(
        List.of(
            "name",
            "os",
            "maxPods",
            "podsPerCore",
            "reservesByNetwork",
            "ephemeralDevice",
            "ephemeralGiB"));
    Integer ephemeral = row.required("ephemeralGiB", INCOMPLETE).wholeNumberOrNull();
    facts.add(
        new AmiFamily(
            text(row, "name"),
            text(row, "os"),
            row.at("maxPods").wholeNumberOrNull(),
            row.at("podsPerCore").flag(),
            row.at("reservesByNetwork").flag(),
            row.at("ephemeralDevice").scalarOrNull(),
            ephemeral == null ? 0 : ephemeral),
        row);
  }

  private void path(Cursor row) {
    row.allow(
        List.of(
            "family", "variant", "architecture", "hardware", "path", "latest", "release", "image"));
    Cursor family = row.required("family", INCOMPLETE);
    known(family, families);
    String variant = row.at("variant").scalarOrNull();
    for (Cursor built : row.required("hardware", INCOMPLETE).items()) {
      facts.add(
          new AliasPath(
              family.scalar(),
              variant == null ? "standard" : variant,
              built.scalar(),
              text(row, "architecture"),
              text(row, "path"),
              text(row, "latest"),
              text(row, "release"),
              image(row),
              requirements(built)),
          row);
    }
  }

  private static @Nullable String image(Cursor row) {
    Cursor own = row.at("image");
    String image = own.present() ? own.scalar() : text(row, "release");
    if (own.present() && !image.matches("[^*]*\\{release}(-\\*)?")) {
      throw own.wrong(
          "is " + own.shown() + ", which has no release",
          "Try: end it with {release} or {release}-*.");
    }
    return image.equals("{release}") || !image.contains("{release}") ? null : image;
  }

  private void name(Cursor row) {
    row.allow(List.of("name", "hardware"));
    for (Cursor built : row.required("hardware", INCOMPLETE).items()) {
      facts.add(new ImageNaming(text(row, "name"), built.scalar(), requirements(built)), row);
    }
  }

  private void driver(Cursor row) {
    row.allow(List.of("key", "manufacturerKey", "manufacturers"));
    facts.add(
        new DriverImplication(
            text(row, "key"),
            text(row, "manufacturerKey"),
            Values.of(row.required("manufacturers", INCOMPLETE).texts())),
        row);
  }

  private void exclusion(Cursor row) {
    row.allow(List.of("amiFamily", "instanceFamily", "message"));
    facts.add(
        new InstanceTypeExclusion(
            text(row, "amiFamily"), text(row, "instanceFamily"), text(row, "message")),
        row);
  }

  private Requirements requirements(Cursor built) {
    known(built, hardware.keySet());
    return hardware.getOrDefault(built.scalar(), Requirements.NONE);
  }

  private static void known(Cursor name, Set<String> known) {
    if (!known.contains(name.scalar())) {
      throw name.wrong(
          "is " + name.shown() + ", which this file does not define",
          Nearest.suggestion(name.scalar(), known));
    }
  }

  private static String text(Cursor row, String key) {
    return row.required(key, INCOMPLETE).scalar();
  }
}
