package dev.plumbline.host.audit;

import dev.plumbline.audit.MemoryLog;

/** The folder that settings name. */
final class FolderPlace implements LogPlace {

  private final AuditSettings settings;

  FolderPlace(AuditSettings settings) {
    this.settings = settings;
  }

  @Override
  public Opened open() {
    return new Opened(new MemoryLog("plumbline.dev/log/" + settings.name()), null);
  }

  @Override
  public String name() {
    return "folder " + settings.folder();
  }
}
