package dev.plumbline.rule;

/** What came of settling within limits. */
public sealed interface Settled permits Settlement, SettleOverrun {}
