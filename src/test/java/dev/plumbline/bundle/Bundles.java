package dev.plumbline.bundle;

import dev.plumbline.log.SigningKey;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Bundles to test with. */
public final class Bundles {

  public static final SigningKey KEY = SigningKey.create(RuleBundle.SIGNER);
  public static final String VOCABULARY = "0.1";
  public static final Instant CREATED = Instant.parse("2026-11-20T09:00:00Z");

  private Bundles() {}

  /** A manifest without files. */
  public static BundleManifest about(long sequence, @Nullable String channel) {
    return new BundleManifest(
        "platform",
        "1." + sequence,
        sequence,
        channel,
        CREATED,
        "0.1.0",
        VOCABULARY,
        "f".repeat(64),
        new TreeMap<>());
  }

  public static RuleBundle signed(long sequence, SortedMap<String, String> files) {
    return RuleBundle.pack(about(sequence, null), files, KEY);
  }

  public static SortedMap<String, String> files(String rule) {
    var files = new TreeMap<String, String>();
    files.put("team.drl", rule);
    files.put("waivers.yaml", "waivers: []\n");
    return files;
  }
}
