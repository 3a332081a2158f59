package dev.pawl.api.tool;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The built-in tools as parts: to wrap, to point elsewhere, or to register again under their own name. */
public interface BuiltinTools {
    Tool bash(Path cwd, BashOptions options);

    Tool read(Path cwd, FileOperations files);

    Tool write(Path cwd, FileOperations files);

    Tool edit(Path cwd, FileOperations files);

    Tool grep(Path cwd, FileOperations files);

    Tool find(Path cwd, FileOperations files);

    Tool ls(Path cwd, FileOperations files);

    /** Returns the shell of this machine. */
    BashOperations localBash();

    /** Returns the file system of this machine. */
    FileOperations localFiles();

    /** Runs a change to a file when no other change to the same file is under way. */
    <T> T alone(Path file, Callable<T> change) throws Exception;

    /** How a bash tool runs its commands. */
    record BashOptions(
            @Nullable BashOperations operations,
            @Nullable String commandPrefix,
            @Nullable String shellPath,
            UnaryOperator<SpawnRequest> spawnHook,
            boolean exposeSessionEnvironment) {
        /** The ordinary shell, with each command rewritten just before it starts. */
        public static BashOptions spawning(UnaryOperator<SpawnRequest> spawnHook) {
            return new BashOptions(null, null, null, spawnHook, true);
        }
    }
}
