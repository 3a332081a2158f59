package dev.pawl.app.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.app.jsonrpc.ProtocolError;
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
    private static final int OUTPUT = 1 << 20;

    /** How often a terminal is looked at while its command runs. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** How long a client may take to report what a terminal shows, and to end it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

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

    /** @param inherited the variables that the client's terminals have anyway */
    EditorShell(Channel channel, ToolCalls calls, Map<String, String> inherited, Hidden hidden) {
        this.channel = channel;
        this.calls = calls;
        this.inherited = inherited;
        this.hidden = hidden;
    }

    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var here = hidden.shell();
        if (here != null) {
            return here.exec(command, cwd, options, output);
        }
        try {
            var terminal = channel.ask(
                            "terminal/create",
                            JsonObject.of("command", "bash", "args", List.of("-c", command))
                                    .with("env", environment(options.environment()))
                                    .with("cwd", cwd.toString())
                                    .with("outputByteLimit", OUTPUT),
                            DialogOptions.timeout(PATIENCE))
                    .string("terminalId");
            if (terminal == null) {
                throw new IOException("the editor gave no terminal to run the command in");
            }
            calls.runsIn(terminal, command);
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

    /** What of a text was not there before; a client that keeps only the end of it has cut its beginning. */
    static String fresh(String before, String now) {
        if (now.startsWith(before)) {
            return now.substring(before.length());
        }
        return now.substring(overlap(before, now));
    }

    /** How long the longest end of the one text is that the other begins with; found in one pass over both. */
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

        /** The client shows what the command writes as it comes; here it is asked for now and then, and at the end. */
        @Nullable
        Integer await() throws IOException, InterruptedException {
            long start = System.nanoTime();
            var looking = Thread.ofVirtual().name("acp terminal").start(this::look);
            try {
                var status = channel.ask("terminal/wait_for_exit", terminal, new DialogOptions(timeout));
                takeRest(looking);
                return status.get("exitCode") instanceof Number code ? (Integer) code.intValue() : null;
            } catch (InterruptedException e) {
                uninterrupted("terminal/kill");
                takeRest(looking);
                throw e;
            } catch (ProtocolError e) {
                if (timeout == null || System.nanoTime() - start < timeout.toNanos()) {
                    throw e;
                }
                uninterrupted("terminal/kill");
                takeRest(looking);
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

        /** Passes on what is new, so that hooks see output while the command runs. */
        private void look() {
            try {
                while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void takeRest(Thread looking) {
            over.countDown();
            boolean interrupted = Thread.interrupted();
            try {
                looking.join(PATIENCE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            take();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void take() {
            var text = uninterrupted("terminal/output").string("output", "");
            var fresh = fresh(sent, text);
            if (!fresh.isEmpty()) {
                sent = text;
                output.accept(fresh.getBytes(StandardCharsets.UTF_8));
            }
        }

        private JsonObject uninterrupted(String method) {
            boolean interrupted = Thread.interrupted();
            try {
                return channel.ask(method, terminal, DialogOptions.timeout(PATIENCE));
            } catch (ProtocolError e) {
                return JsonObject.empty(); // It is gone already.
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
