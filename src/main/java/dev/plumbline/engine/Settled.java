package dev.plumbline.engine;

/** The result of settling within limits. */
public sealed interface Settled permits Settlement, SettleOverrun {}
