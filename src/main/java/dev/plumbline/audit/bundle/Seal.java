package dev.plumbline.audit.bundle;

import dev.plumbline.audit.Checkpoint;
import dev.plumbline.audit.LeafHashes;
import dev.plumbline.audit.VerifierKey;

/**
 * What proves that entries are in a log.
 *
 * @param checkpoint where the log stands, signed
 * @param key whose signature it is
 * @param leaves the leaf hashes of all entries up to there
 */
public record Seal(Checkpoint checkpoint, VerifierKey key, LeafHashes leaves) {}
