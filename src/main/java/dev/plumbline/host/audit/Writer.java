package dev.plumbline.host.audit;

/**
 * Who records, as entries tell it.
 *
 * @param version of the program
 * @param identity which replica: the name of its pod
 * @param mode cluster or snapshot
 * @param stateEvery how many decisions lie between two states at most
 */
record Writer(String version, String identity, String mode, int stateEvery) {}
