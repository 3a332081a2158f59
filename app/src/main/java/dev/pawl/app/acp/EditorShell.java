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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs commands in terminals of the client, where the user sees them live. */
final class EditorShell implements BashOperations {
    private static final int OUTPUT = 1 << 20;

    /** How long a client may take to tell what a terminal shows, and to end it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Channel channel;
    private final ToolCalls calls;
    private final Map<String, String> inherited;

    /** @param inherited the variables that the client's terminals have anyway */
    EditorShell(Channel channel, ToolCalls calls, Map<String, String> inherited) {
        this.channel = channel;
        this.calls = calls;
        this.inherited = inherited;
    }

    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        try {
            var terminal = channel.ask(
                            "terminal/create",
                            JsonObject.of("command", "bash", "args", List.of("-c", command))
                                    .with("env", environment(options.environment()))
                                    .with("cwd", cwd.toString())
                                    .with("outputByteLimit", OUTPUT))
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

    /** One command in its terminal. */
    private final class Run {
        private final JsonObject terminal;
        private final @Nullable Duration timeout;
        private final Consumer<byte[]> output;

        Run(String terminal, @Nullable Duration timeout, Consumer<byte[]> output) {
            this.terminal = JsonObject.of("terminalId", terminal);
            this.timeout = timeout;
            this.output = output;
        }

        /** The client shows what the command writes as it comes; here it is needed when it has ended. */
        @Nullable
        Integer await() throws IOException, InterruptedException {
            long start = System.nanoTime();
            try {
                var status = channel.ask("terminal/wait_for_exit", terminal, new DialogOptions(timeout));
                take();
                return status.get("exitCode") instanceof Number code ? (Integer) code.intValue() : null;
            } catch (InterruptedException e) {
                uninterrupted("terminal/kill");
                take();
                throw e;
            } catch (ProtocolError e) {
                if (timeout == null || System.nanoTime() - start < timeout.toNanos()) {
                    throw e;
                }
                uninterrupted("terminal/kill");
                take();
                throw new IOException("timeout:" + seconds(timeout), e);
            } finally {
                uninterrupted("terminal/release");
            }
        }

        private static String seconds(Duration timeout) {
            return timeout.toMillis() % 1_000 == 0
                    ? String.valueOf(timeout.toSeconds())
                    : String.valueOf(timeout.toMillis() / 1_000.0);
        }

        private void take() {
            var text = uninterrupted("terminal/output").string("output", "");
            if (!text.isEmpty()) {
                output.accept(text.getBytes(StandardCharsets.UTF_8));
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
