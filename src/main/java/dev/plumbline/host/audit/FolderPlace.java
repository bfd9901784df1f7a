package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.SigningKey;
import dev.plumbline.audit.store.Cut;
import dev.plumbline.audit.store.FolderLog;
import dev.plumbline.audit.store.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The folder that settings name. */
final class FolderPlace implements LogPlace {

  private final AuditSettings settings;
  private final InstantSource clock;

  FolderPlace(AuditSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public Opened open() {
    String origin = LogSettings.origin(settings.name());
    return opened(
        FolderLog.open(
            settings.folder(),
            new LogSettings(
                origin, key(origin), settings.segment().size(), settings.segment().age()),
            clock));
  }

  /** With what a writer before has left torn. */
  static Opened opened(FolderLog log) {
    Cut cut = log.cut();
    ObjectNode told = null;
    if (cut != null) {
      told =
          JsonNodeFactory.instance
              .objectNode()
              .put("entries", cut.entries())
              .put("bytes", cut.bytes())
              .put("reason", cut.reason());
    }
    return new Opened(log, told);
  }

  private @Nullable SigningKey key(String origin) {
    Path file = settings.keyFile().orElse(null);
    if (file == null) {
      return null;
    }
    try {
      return SigningKey.read(origin, Files.readString(file));
    } catch (IOException e) {
      throw new LogFaultException("NoKey", file + ": the key cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new LogFaultException("NoKey", file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return "folder " + settings.folder();
  }
}
