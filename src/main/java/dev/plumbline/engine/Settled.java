package dev.plumbline.engine;

/** What came of settling within limits. */
public sealed interface Settled permits Settlement, SettleOverrun {}
