package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.DecisionLog;
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
    FolderLog log = FolderLog.open(settings.folder(), settings(settings), clock);
    return opened(log, log.cut());
  }

  /** How the log is written. */
  static LogSettings settings(AuditSettings settings) {
    String origin = LogSettings.origin(settings.name());
    return new LogSettings(
        origin, key(settings, origin), settings.segment().size(), settings.segment().age());
  }

  /** With what a writer before has left torn. */
  static Opened opened(DecisionLog log, @Nullable Cut cut) {
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

  private static @Nullable SigningKey key(AuditSettings settings, String origin) {
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
