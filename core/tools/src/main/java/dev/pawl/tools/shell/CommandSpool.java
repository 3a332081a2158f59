package dev.pawl.tools.shell;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the supervisor of a command leaves output and exit code, so that they outlive this program.
 *
 * <p>The exit code is {@code none} if the command never began, and {@code timeout} if it was ended because its time was
 * over.
 *
 * @param output what the command has written so far
 * @param exit the exit code
 */
record CommandSpool(Path output, Path exit) {
    static final String NEVER_BEGAN = "none";
    static final String TIMED_OUT = "timeout";

    static CommandSpool in(Path folder, String name) {
        return new CommandSpool(folder.resolve(name + ".out"), folder.resolve(name + ".exit"));
    }

    /** Returns what a call keeps about its command, with the place of the files. */
    JsonObject namedIn(JsonObject intent) {
        return intent.with("output", output.toString()).with("exit", exit.toString());
    }

    /** Returns the place of the files that a call kept: perhaps in the home of another program on this machine. */
    static CommandSpool from(JsonObject intent) {
        return new CommandSpool(Path.of(intent.string("output", "")), Path.of(intent.string("exit", "")));
    }

    /** Returns what the supervisor recorded about the end; null if nothing yet. */
    @Nullable
    String ended() throws IOException {
        try {
            var text = Files.readString(exit);
            return text.endsWith("\n") ? text.strip() : null;
        } catch (NoSuchFileException | AccessDeniedException _) {
            return null;
        }
    }

    /**
     * The supervisor of a command, as it can be found again after this program has ended.
     *
     * @param started clock ticks between the start of the machine and that of the process: Java's own start time of a
     *     process depends on the wall clock, and two programs may see different ones
     */
    record Supervisor(long pid, long started, String mark) {
        static Supervisor of(Process process, String mark) {
            return new Supervisor(process.pid(), ProcessStat.of(process.pid()).started(), mark);
        }

        static @Nullable Supervisor from(JsonObject json) {
            var mark = json.string("mark");
            return mark == null || !(json.get("pid") instanceof Number pid)
                    ? null
                    : new Supervisor(pid.longValue(), json.number("started", 0), mark);
        }

        JsonObject toJson() {
            return JsonObject.of("pid", pid, "started", started).with("mark", mark);
        }

        /** Returns the process, if it still runs and no other one has got its number. */
        @Nullable
        ProcessHandle process() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(_ -> ProcessStat.of(pid).started() == started)
                    .orElse(null);
        }
    }
}
