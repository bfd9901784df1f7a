package dev.plumbline.cli.command;

import dev.plumbline.language.Printable;
import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;

/**
 * Log lines are of one line each and hold no control characters, whatever a message quotes: names
 * of images, messages of conditions, what peers have answered.
 */
@LoggingFilter(name = "printable")
public final class PrintableLog implements Filter {

  @Override
  public boolean isLoggable(LogRecord entry) {
    String text =
        entry instanceof ExtLogRecord extended
            ? extended.getFormattedMessage()
            : String.valueOf(entry.getMessage());
    if (text != null) {
      String printable = Printable.of(text);
      if (!printable.equals(text)) {
        if (entry instanceof ExtLogRecord extended) {
          extended.setMessage(printable, ExtLogRecord.FormatStyle.NO_FORMAT);
        } else {
          entry.setMessage(printable);
        }
      }
    }
    return true;
  }
}
