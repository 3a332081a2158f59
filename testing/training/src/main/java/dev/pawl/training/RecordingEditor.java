package dev.pawl.training;

import dev.pawl.api.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of the Agent Client Protocol inside the program itself, which asks and waits for each answer. */
final class RecordingEditor implements AutoCloseable {
    private static final int PIPE = 1 << 16;
    private static final long PATIENCE_SECONDS = 60;

    private final PipedInputStream in = new PipedInputStream(PIPE);
    private final PipedOutputStream input;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final PrintStream err;
    private int ids;

    /** @param err receives what is not answered as it should be */
    RecordingEditor(PrintStream err) throws IOException {
        this.input = new PipedOutputStream(in);
        this.err = err;
    }

    /** What the program reads. */
    InputStream in() {
        return in;
    }

    /** Where the program writes to. */
    PrintStream out() {
        return new PrintStream(new Lines(), false, StandardCharsets.UTF_8);
    }

    /** A pipe would break when the thread ends that wrote last. */
    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            if (b == '\n') {
                lines.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(b);
            }
        }
    }

    /** Asks, and waits for the result; empty if there is none. */
    JsonObject ask(String method, JsonObject params) throws IOException, InterruptedException {
        int id = ++ids;
        var request =
                JsonObject.of("jsonrpc", "2.0", "id", id).with("method", method).with("params", params);
        input.write((request + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
        for (var line = next(); line != null; line = next()) {
            var message = JsonObject.parse(line);
            if (message.string("method") == null && message.integer("id", 0) == id) {
                if (message.has("error")) {
                    err.println("training: " + method + " was answered with " + message.object("error"));
                }
                return message.object("result");
            }
        }
        err.println("training: " + method + " was not answered");
        return JsonObject.empty();
    }

    private @Nullable String next() throws InterruptedException {
        return lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Ends the input of the program. */
    @Override
    public void close() throws IOException {
        input.close();
    }
}
