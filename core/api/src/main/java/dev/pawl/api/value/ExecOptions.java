package dev.pawl.api.value;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a program is run: for how long at most, where, and with how much output. */
public record ExecOptions(
        @Nullable Duration timeout, @Nullable Path cwd, long maxBuffer) {
    public static final ExecOptions DEFAULT = new ExecOptions(null, null, 256L << 20);

    public ExecOptions {
        if (maxBuffer < 0) {
            throw new IllegalArgumentException("maxBuffer is a number of bytes, not " + maxBuffer);
        }
    }

    public ExecOptions withTimeout(Duration timeout) {
        return new ExecOptions(timeout, cwd, maxBuffer);
    }

    public ExecOptions in(Path cwd) {
        return new ExecOptions(timeout, cwd, maxBuffer);
    }

    public ExecOptions withMaxBuffer(long maxBuffer) {
        return new ExecOptions(timeout, cwd, maxBuffer);
    }
}
