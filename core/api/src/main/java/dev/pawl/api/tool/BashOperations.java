package dev.pawl.api.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs shell commands: on this machine, or wherever a hook sends them. Interruption ends the command. */
@FunctionalInterface
public interface BashOperations {
    /** Runs a command, passes on its output as it comes, and returns the exit code (null: ended by a signal). */
    @Nullable
    Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException;

    record Options(@Nullable Duration timeout, Map<String, String> environment) {
        public Options {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }
    }
}
