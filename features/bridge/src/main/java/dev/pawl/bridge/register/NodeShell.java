package dev.pawl.bridge.register;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Scope;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A shell whose commands are run by an extension. */
public record NodeShell(ExtensionCalls calls, long function) implements BashOperations {
    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws InterruptedException {
        var timeout = options.timeout();
        var ended = calls.call(
                function,
                Scope.of((HookContext) null),
                piece -> {
                    if (piece instanceof String bytes) {
                        output.accept(Base64.getDecoder().decode(bytes));
                    }
                },
                Arrays.asList(
                        command,
                        cwd.toString(),
                        timeout == null ? null : timeout.toMillis() / 1000.0,
                        options.environment()));
        return ended instanceof JsonObject json && json.get("exitCode") instanceof Number code
                ? (Integer) code.intValue()
                : null;
    }
}
