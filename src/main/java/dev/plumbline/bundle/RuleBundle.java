package dev.plumbline.bundle;

import dev.plumbline.archive.InvalidArchiveException;
import dev.plumbline.archive.Tar;
import dev.plumbline.archive.TarWriter;
import dev.plumbline.language.RuleLimits;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An overlay of rules as one archive (tar in gzip): {@code manifest.json}, {@code signature}, and
 * the files below {@code rules/}. The signature is a signed note (C2SP) over the SHA-256 of the
 * manifest, which has the SHA-256 of each file. Equal content is equal bytes, and bytes that are
 * written in any other way are refused, so that no bit can be changed unseen.
 */
public final class RuleBundle {

  /** The name that signatures are made under. */
  public static final String SIGNER = "plumbline-rules";

  /** The maximum size of an archive in bytes: an overlay of the largest size, and its manifest. */
  public static final int MAX_BYTES = 4 * RuleLimits.OVERLAY_CHARACTERS;

  /** What a file of a bundle may be called, as in a ConfigMap. */
  public static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,93}");

  private static final String MANIFEST = "manifest.json";
  private static final String SIGNATURE = "signature";
  private static final String RULES = "rules/";

  private final BundleManifest manifest;
  private final @Nullable String signature;
  private final SortedMap<String, String> files;
  private final byte[] bytes;

  private RuleBundle(
      BundleManifest manifest, @Nullable String signature, SortedMap<String, String> files) {
    this.manifest = manifest;
    this.signature = signature;
    this.files = Collections.unmodifiableSortedMap(files);
    this.bytes = write();
  }

  /**
   * Packs files.
   *
   * @param about everything but the hashes of the files, which are taken from {@code files}
   * @param key null for a bundle without a signature, which no host takes
   */
  public static RuleBundle pack(
      BundleManifest about, SortedMap<String, String> files, @Nullable SigningKey key) {
    var sums = new TreeMap<String, String>();
    files.forEach((name, text) -> sums.put(name, sha256(text)));
    var manifest =
        new BundleManifest(
            about.name(),
            about.version(),
            about.sequence(),
            about.channel(),
            about.created(),
            about.plumbline(),
            about.vocabulary(),
            about.rules(),
            sums);
    return new RuleBundle(
        manifest,
        key == null ? null : ManifestSignature.sign(key, manifest.bytes()),
        new TreeMap<>(files));
  }

  /**
   * Reads an archive, whoever signed it.
   *
   * @throws InvalidBundleException when it is no bundle, or a file is not what the manifest says
   */
  public static RuleBundle read(byte[] archive) {
    Map<String, byte[]> entries = entries(archive);
    byte[] first = entries.remove(MANIFEST);
    if (first == null) {
      throw new InvalidBundleException(
          "is an archive without " + MANIFEST + ". Try: plumbline rules pack.");
    }
    BundleManifest manifest = BundleManifest.read(first);
    byte[] note = entries.remove(SIGNATURE);
    var files = new TreeMap<String, String>();
    entries.forEach((name, content) -> files.put(fileName(name), text(name, content)));
    for (var file : manifest.files().entrySet()) {
      String text = files.get(file.getKey());
      if (text == null || !sha256(text).equals(file.getValue())) {
        throw new InvalidBundleException(
            RULES
                + file.getKey()
                + (text == null ? " is missing" : " is not what the manifest has the SHA-256 of")
                + ": the bundle was changed. Try: fetch it again, from where it was pushed.");
      }
    }
    var bundle = new RuleBundle(manifest, note == null ? null : text(SIGNATURE, note), files);
    if (files.size() != manifest.files().size() || !Arrays.equals(bundle.bytes, archive)) {
      throw new InvalidBundleException(
          "is not written as plumbline rules pack writes it: the bundle was changed. Try: fetch it"
              + " again, from where it was pushed.");
    }
    return bundle;
  }

  private static Map<String, byte[]> entries(byte[] archive) {
    if (archive.length > MAX_BYTES) {
      throw new InvalidBundleException(
          "has "
              + archive.length
              + " bytes, and a bundle at most "
              + MAX_BYTES
              + ". Try: fewer rules in one bundle.");
    }
    try {
      return Tar.gzipped(new ByteArrayInputStream(archive), MAX_BYTES);
    } catch (InvalidArchiveException e) {
      throw new InvalidBundleException(
          "is no bundle of rules: " + e.getMessage() + ". Try: what plumbline rules pack wrote.");
    } catch (IOException e) {
      throw new InvalidBundleException(
          "is no bundle of rules: " + e + ". Try: what plumbline rules pack wrote.");
    }
  }

  private static String fileName(String name) {
    String plain = name.startsWith(RULES) ? name.substring(RULES.length()) : "";
    if (!FILE_NAME.matcher(plain).matches()) {
      throw new InvalidBundleException(
          "holds the file '" + name + "', which is none of a bundle. Try: plumbline rules pack.");
    }
    return plain;
  }

  private static String text(String name, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidBundleException(
          name + " is not UTF-8. Try: fetch the bundle again, from where it was pushed.");
    }
  }

  private byte[] write() {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(MANIFEST, manifest.bytes());
    if (signature != null) {
      entries.put(SIGNATURE, signature.getBytes(StandardCharsets.UTF_8));
    }
    files.forEach((name, text) -> entries.put(RULES + name, text.getBytes(StandardCharsets.UTF_8)));
    return TarWriter.gzipped(entries);
  }

  /**
   * Checks who signed it, for what, and for where.
   *
   * @param key whose signature it must have
   * @param vocabulary the version of the vocabulary of the rules that run here
   * @param channel the channel that it is taken from; null when it was named by file or digest
   * @throws InvalidBundleException when one of them does not hold
   */
  public void verify(VerifierKey key, String vocabulary, @Nullable String channel) {
    requireSignature(key);
    if (!manifest.vocabulary().equals(vocabulary)) {
      throw new InvalidBundleException(
          "is written for version "
              + manifest.vocabulary()
              + " of the vocabulary of rules, and this program has "
              + vocabulary
              + ". Try: pack it with Plumbline "
              + vocabulary
              + ".");
    }
    requireChannel(channel);
  }

  /**
   * That it can be of use on a channel: it is signed, by whomever, and not for another channel.
   *
   * @throws InvalidBundleException when it is not
   */
  public void requireUsable(String channel) {
    requireSigned();
    requireChannel(channel);
  }

  private void requireChannel(@Nullable String channel) {
    if (channel != null && manifest.channel() != null && !channel.equals(manifest.channel())) {
      throw new InvalidBundleException(
          "is for channel "
              + manifest.channel()
              + " alone, and not for "
              + channel
              + ". Try: pack it for "
              + channel
              + ", or without --channel.");
    }
  }

  private String requireSigned() {
    if (signature == null) {
      throw new InvalidBundleException(
          "is not signed. Try: plumbline rules pack --key with the private key.");
    }
    return signature;
  }

  private void requireSignature(VerifierKey key) {
    if (!ManifestSignature.isValid(requireSigned(), SIGNER, key, manifest.bytes())) {
      throw new InvalidBundleException(
          "is not signed by the key that is expected, or was changed. Try: the public key of whoever"
              + " packed it, or fetch it again.");
    }
  }

  private static String sha256(String text) {
    return Hashes.hex(Hashes.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  public BundleManifest manifest() {
    return manifest;
  }

  public boolean signed() {
    return signature != null;
  }

  /** The text of each file by its name, without {@code rules/}. */
  public SortedMap<String, String> files() {
    return files;
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** What it is called by everywhere: {@code sha256:} and the SHA-256 of the archive. */
  public String digest() {
    return digest(bytes);
  }

  static String digest(byte[] archive) {
    return "sha256:" + Hashes.hex(Hashes.of(archive));
  }
}
