package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.tools.text.PlainText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands that the user types behind {@code !}: in the same shell as the model's, without the variables that
 * describe a session.
 */
public final class UserShell {
    private final BashOperations operations;
    private final @Nullable String commandPrefix;
    private final Map<String, String> environment;
    private final TempFiles temp;

    public UserShell(
            BashOperations operations,
            @Nullable String commandPrefix,
            Map<String, String> environment,
            TempFiles temp) {
        this.operations = operations;
        this.commandPrefix = commandPrefix;
        this.environment = SessionEnvironment.without(environment);
        this.temp = temp;
    }

    /**
     * Runs a command and waits for it, showing its output as plain text as it comes, on any thread.
     *
     * <p>An interruption ends the command: the result has the output so far, is {@code cancelled}, and the interruption
     * is used up by that.
     *
     * @param elsewhere where a hook wants it to run; null for this machine
     */
    public BashResult run(String command, Path cwd, @Nullable BashOperations elsewhere, Consumer<String> shown)
            throws IOException {
        return run(command, cwd, Map.of(), elsewhere, shown);
    }

    /**
     * As {@link #run(String, Path, BashOperations, Consumer)}, with more variables.
     *
     * @param variables what the command gets besides the variables of the program
     */
    public BashResult run(
            String command,
            Path cwd,
            Map<String, String> variables,
            @Nullable BashOperations elsewhere,
            Consumer<String> shown)
            throws IOException {
        var all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        var where = elsewhere == null ? operations : elsewhere;
        var whole = commandPrefix == null || commandPrefix.isEmpty() ? command : commandPrefix + "\n" + command;
        var plain = new PlainText();
        try (var output = new OutputKeeper(temp)) {
            Consumer<String> both = text -> {
                if (!text.isEmpty()) {
                    output.add(text.getBytes(UTF_8));
                    shown.accept(text);
                }
            };
            @Nullable Integer code = null;
            boolean cancelled = false;
            try {
                code = where.exec(whole, cwd, new BashOperations.Options(null, all), chunk -> {
                    synchronized (plain) {
                        both.accept(plain.add(chunk));
                    }
                });
            } catch (InterruptedException e) {
                cancelled = true;
            } catch (IOException e) {
                if (!"aborted".equals(e.getMessage())) {
                    throw e;
                }
                cancelled = true;
            }
            synchronized (plain) {
                both.accept(plain.end());
            }
            output.finish();
            var tail = output.tail();
            return new BashResult(
                    tail.text(),
                    cancelled ? null : code,
                    cancelled,
                    tail.truncation().truncated(),
                    tail.file());
        }
    }
}
