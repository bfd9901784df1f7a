package dev.plumbline.host;

import java.util.List;

/**
 * How the host is.
 *
 * @param started whether rules are loaded and there was a settlement
 * @param ready whether it started, every source can be relied on, and the host holds nothing back;
 *     sources that this host does not have do not count
 * @param live whether the loop goes on: it waits for news, or is not busy for too long
 * @param reasons what is missing, in words; sorted
 */
public record Standing(boolean started, boolean ready, boolean live, List<String> reasons) {}
