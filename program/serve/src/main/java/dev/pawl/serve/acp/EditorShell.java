package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.serve.jsonrpc.ProtocolError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs commands in terminals of the client, where the user sees them live. */
final class EditorShell implements BashOperations {
    private static final int LARGEST_OUTPUT = 1 << 20;

    /** How often the output of a terminal is read while its command runs. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    /** The time limit for requests about a terminal. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);

    private final Channel channel;
    private final ToolCalls calls;
    private final Map<String, String> inherited;
    private final Hidden hidden;

    /** Runs commands whose output must not be shown before hooks have changed it; null if there are no such hooks. */
    @FunctionalInterface
    interface Hidden {
        @Nullable
        BashOperations shell();
    }

    /** @param inherited the variables that the client's terminals have already */
    EditorShell(Channel channel, ToolCalls calls, Map<String, String> inherited, Hidden hidden) {
        this.channel = channel;
        this.calls = calls;
        this.inherited = inherited;
        this.hidden = hidden;
    }

    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var hiddenShell = hidden.shell();
        if (hiddenShell != null) {
            return hiddenShell.exec(command, cwd, options, output);
        }
        try {
            var terminal = channel.ask(
                            "terminal/create",
                            JsonObject.of("command", "bash", "args", List.of("-c", command))
                                    .with("env", environment(options.environment()))
                                    .with("cwd", cwd.toString())
                                    .with("outputByteLimit", LARGEST_OUTPUT),
                            DialogOptions.timeout(REQUEST_LIMIT))
                    .string("terminalId");
            if (terminal == null) {
                throw new IOException("the editor did not create a terminal for the command");
            }
            calls.showTerminal(terminal, command);
            return new Run(terminal, options.timeout(), output).await();
        } catch (ProtocolError e) {
            throw new IOException("the editor's terminal: " + e.getMessage(), e);
        }
    }

    private List<JsonObject> environment(Map<String, String> variables) {
        var changed = new ArrayList<JsonObject>();
        variables.forEach((name, value) -> {
            if (!value.equals(inherited.get(name))) {
                changed.add(JsonObject.of("name", name, "value", value));
            }
        });
        return changed;
    }

    /** The new part of a text; a client that keeps only the end of the output has removed its beginning. */
    static String added(String before, String now) {
        if (now.startsWith(before)) {
            return now.substring(before.length());
        }
        return now.substring(overlap(before, now));
    }

    /** The length of the longest suffix of the first text that is a prefix of the second; found in one pass over both. */
    private static int overlap(String before, String now) {
        var shorter = new int[now.length() + 1];
        for (int i = 1, n = 0; i < now.length(); i++) {
            while (n > 0 && now.charAt(i) != now.charAt(n)) {
                n = shorter[n];
            }
            n += now.charAt(i) == now.charAt(n) ? 1 : 0;
            shorter[i + 1] = n;
        }
        int n = 0;
        for (int i = 0; i < before.length() && !now.isEmpty(); i++) {
            n = n == now.length() ? shorter[n] : n;
            while (n > 0 && before.charAt(i) != now.charAt(n)) {
                n = shorter[n];
            }
            n += before.charAt(i) == now.charAt(n) ? 1 : 0;
        }
        return n;
    }

    /** One command in its terminal. */
    private final class Run {
        private final JsonObject terminal;
        private final @Nullable Duration timeout;
        private final Consumer<byte[]> output;
        private final CountDownLatch over = new CountDownLatch(1);
        private String sent = "";

        Run(String terminal, @Nullable Duration timeout, Consumer<byte[]> output) {
            this.terminal = JsonObject.of("terminalId", terminal);
            this.timeout = timeout;
            this.output = output;
        }

        /** Waits for the end of the command; the output is read at intervals, and at the end. */
        @Nullable
        Integer await() throws IOException, InterruptedException {
            long start = System.nanoTime();
            var polling = Thread.ofVirtual().name("acp terminal").start(this::poll);
            try {
                var status = channel.ask("terminal/wait_for_exit", terminal, new DialogOptions(timeout));
                readRest(polling);
                return status.get("exitCode") instanceof Number code ? (Integer) code.intValue() : null;
            } catch (InterruptedException e) {
                uninterrupted("terminal/kill");
                readRest(polling);
                throw e;
            } catch (ProtocolError e) {
                if (timeout == null || System.nanoTime() - start < timeout.toNanos()) {
                    throw e;
                }
                uninterrupted("terminal/kill");
                readRest(polling);
                throw new IOException("timeout:" + seconds(timeout), e);
            } finally {
                over.countDown();
                uninterrupted("terminal/release");
            }
        }

        private static String seconds(Duration timeout) {
            return timeout.toMillis() % 1_000 == 0
                    ? String.valueOf(timeout.toSeconds())
                    : String.valueOf(timeout.toMillis() / 1_000.0);
        }

        /** Passes on new output, so that hooks see it while the command runs. */
        private void poll() {
            try {
                while (!over.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    readOutput();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void readRest(Thread polling) {
            over.countDown();
            boolean interrupted = Thread.interrupted();
            try {
                polling.join(REQUEST_LIMIT);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            readOutput();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void readOutput() {
            var text = uninterrupted("terminal/output").string("output", "");
            var added = added(sent, text);
            if (!added.isEmpty()) {
                sent = text;
                output.accept(added.getBytes(StandardCharsets.UTF_8));
            }
        }

        private JsonObject uninterrupted(String method) {
            boolean interrupted = Thread.interrupted();
            try {
                return channel.ask(method, terminal, DialogOptions.timeout(REQUEST_LIMIT));
            } catch (ProtocolError e) {
                return JsonObject.empty(); // The terminal does not exist any more.
            } catch (InterruptedException e) {
                interrupted = true;
                return JsonObject.empty();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
