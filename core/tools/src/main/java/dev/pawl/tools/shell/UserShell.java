package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.base.secret.SecretFilter;
import dev.pawl.tools.text.PlainText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands that the user types behind {@code !}: in the same shell as the model's, without the variables that
 * describe a session.
 */
public final class UserShell {
    private final BashOperations operations;
    private final @Nullable String commandPrefix;
    private final Supplier<Map<String, String>> environment;
    private final TempFiles temp;

    public UserShell(
            BashOperations operations,
            @Nullable String commandPrefix,
            Supplier<Map<String, String>> environment,
            TempFiles temp) {
        this.operations = operations;
        this.commandPrefix = commandPrefix;
        this.environment = environment;
        this.temp = temp;
    }

    /**
     * Runs a command and waits for it, showing its output as plain text as it comes, on any thread.
     *
     * <p>An interruption ends the command: the result has the output so far, is {@code cancelled}, and the interruption
     * is used up by that.
     *
     * @param variables the variables of the command besides those of the program
     * @param elsewhere the place where a hook runs it; null for this machine
     */
    public BashResult run(
            String command,
            Path cwd,
            Map<String, String> variables,
            @Nullable BashOperations elsewhere,
            Consumer<String> shown)
            throws IOException {
        return run(command, cwd, variables, elsewhere, shown, SecretFilter.NONE);
    }

    /**
     * The same without some values.
     *
     * @param filter takes values out of the output before anything keeps or shows it
     */
    public BashResult run(
            String command,
            Path cwd,
            Map<String, String> variables,
            @Nullable BashOperations elsewhere,
            Consumer<String> shown,
            SecretFilter filter)
            throws IOException {
        var all = SessionEnvironment.without(environment.get());
        all.putAll(variables);
        var where = elsewhere == null ? operations : elsewhere;
        var whole = commandPrefix == null || commandPrefix.isEmpty() ? command : commandPrefix + "\n" + command;
        var plain = new PlainText();
        try (var output = new OutputKeeper(temp)) {
            var both = new FilteredOutput(filter, piece -> {
                output.add(piece);
                shown.accept(new String(piece, UTF_8));
            });
            @Nullable Integer code = null;
            boolean cancelled = false;
            try {
                code = where.exec(whole, cwd, new BashOperations.Options(null, all), chunk -> {
                    synchronized (plain) {
                        both.accept(plain.add(chunk).getBytes(UTF_8));
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
                both.accept(plain.end().getBytes(UTF_8));
                both.close();
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
