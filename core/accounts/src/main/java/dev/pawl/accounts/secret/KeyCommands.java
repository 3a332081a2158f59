package dev.pawl.accounts.secret;

import dev.pawl.base.Programs;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the commands whose output is a key; only the caller that needs the key sees their output. */
public final class KeyCommands {
    private static final int LONGEST = 64 * 1024;
    private static final Duration DRAIN = Duration.ofSeconds(1);
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private final Map<String, String> environment;
    private final Duration limit;
    private final @Nullable Map<String, Resolved> kept;

    private KeyCommands(Map<String, String> environment, Duration limit, @Nullable Map<String, Resolved> kept) {
        this.environment = environment;
        this.limit = limit;
        this.kept = kept;
    }

    /** Commands that run every time, as keys may change from request to request. */
    public static KeyCommands everyTime(Map<String, String> environment, Duration limit) {
        return new KeyCommands(environment, limit, null);
    }

    /** Commands that run until they have succeeded once, as some ask the user for a finger or a password. */
    public static KeyCommands once(Map<String, String> environment, Duration limit) {
        return new KeyCommands(environment, limit, new ConcurrentHashMap<>());
    }

    /** Has every command run again. */
    public void forget() {
        if (kept != null) {
            kept.clear();
        }
    }

    Resolved run(String command, String what) throws InterruptedException {
        var known = kept == null ? null : kept.get(command);
        if (known != null) {
            return known;
        }
        var result = execute(command, what);
        if (kept != null && result instanceof Resolved.Value) {
            kept.put(command, result);
        }
        return result;
    }

    private Resolved execute(String command, String what) throws InterruptedException {
        Process process;
        try {
            process = start(command);
        } catch (IOException e) {
            return missing(command, what, "cannot be started");
        }
        var output = new Output(process.getInputStream());
        var reader = Thread.ofVirtual().start(output);
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                return missing(command, what, "did not end within " + words(limit));
            }
            // A process it left behind may hold the pipe open for ever; what it wrote itself is there by now.
            reader.join(DRAIN);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (output.bytes.size() > LONGEST) {
            return missing(command, what, "wrote far more than a key");
        }
        if (process.exitValue() != 0) {
            return missing(command, what, "ended with exit code " + process.exitValue());
        }
        var value = output.bytes.toString(StandardCharsets.UTF_8).strip();
        return value.isEmpty()
                ? missing(command, what, "wrote nothing")
                : Resolved.sendable(value, what + ", the output of the command " + name(command) + ",");
    }

    private Process start(String command) throws IOException {
        var builder = new ProcessBuilder(
                        WINDOWS ? List.of("cmd.exe", "/c", command) : List.of("/bin/sh", "-c", command))
                .redirectInput(new File(WINDOWS ? "NUL" : "/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(Programs.withoutRelativePath(environment));
        return builder.start();
    }

    private static Resolved missing(String command, String what, String why) {
        return new Resolved.Missing(what + " comes from the command " + name(command) + ", which " + why
                + ". Run the command in a terminal to see why.");
    }

    /** Returns the program of a command, without its arguments: they may be secret. */
    private static String name(String command) {
        for (var word : command.strip().split("\\s+")) {
            if (word.indexOf('=') < 0) {
                return "\"" + word.substring(word.lastIndexOf('/') + 1) + "\"";
            }
        }
        return "behind the !";
    }

    private static String words(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    /** Takes in what a process writes, up to a bit more than a key may be long. */
    private record Output(InputStream in, ByteArrayOutputStream bytes) implements Runnable {
        Output(InputStream in) {
            this(in, new ByteArrayOutputStream());
        }

        @Override
        public void run() {
            var piece = new byte[8192];
            try (in) {
                for (int n = in.read(piece); n >= 0 && bytes.size() <= LONGEST; n = in.read(piece)) {
                    bytes.write(piece, 0, n);
                }
            } catch (IOException e) {
                // The process was ended; what it wrote is not used.
            }
        }
    }
}
