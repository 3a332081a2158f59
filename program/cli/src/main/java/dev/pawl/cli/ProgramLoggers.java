package dev.pawl.cli;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Prints warnings and errors that are logged as one line each; stacks go into the {@link FailureLog}. */
public final class ProgramLoggers extends System.LoggerFinder {
    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Lines(name);
    }

    private record Lines(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.OFF && level.getSeverity() >= Level.WARNING.getSeverity();
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable failure) {
            if (!isLoggable(level)) {
                return;
            }
            var log = FailureLog.current();
            if (failure == null) {
                System.err.println(message);
            } else if (log != null) {
                log.print(message, failure);
            } else {
                System.err.println(message);
                failure.printStackTrace();
            }
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... values) {
            boolean plain = values == null || values.length == 0;
            log(level, bundle, plain ? format : MessageFormat.format(format, values), (Throwable) null);
        }
    }
}
