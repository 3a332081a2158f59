package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.tui.text.Untrusted;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What a worker reports: a line for each event, with time, level, worker and session, as text or as JSON. */
final class WorkerLog {
    private final PrintStream out;
    private final String worker;
    private final boolean json;
    private final InstantSource clock;

    WorkerLog(PrintStream out, String worker, boolean json, InstantSource clock) {
        this.out = out;
        this.worker = worker;
        this.json = json;
        this.clock = clock;
    }

    void info(String session, String message) {
        write("info", session, message);
    }

    void warn(String session, String message) {
        write("warn", session, message);
    }

    void error(String session, String message) {
        write("error", session, message);
    }

    /** @param session the session that it is about; empty for the worker itself */
    private void write(String level, String session, String message) {
        var time = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
        if (json) {
            var line = JsonObject.of("time", time, "level", level).with("worker", worker);
            out.println((session.isEmpty() ? line : line.with("session", session)).with("message", message));
        } else {
            out.println(Untrusted.line(
                    time + " " + level + " " + worker + (session.isEmpty() ? "" : " " + session) + " " + message));
        }
    }

    /** Returns a stream whose lines are reports of a session, for what prints its notices. */
    PrintStream stream(String session) {
        return new PrintStream(new Lines(session), true, StandardCharsets.UTF_8);
    }

    private final class Lines extends OutputStream {
        private final String session;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Lines(String session) {
            this.session = session;
        }

        @Override
        public synchronized void write(int b) {
            if (b != '\n') {
                line.write(b);
                return;
            }
            var text = line.toString(StandardCharsets.UTF_8).strip();
            line.reset();
            if (!text.isEmpty()) {
                warn(session, text);
            }
        }
    }
}
