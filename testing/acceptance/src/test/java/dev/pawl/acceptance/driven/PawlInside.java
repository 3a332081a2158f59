package dev.pawl.acceptance.driven;

import dev.pawl.testkit.program.PawlProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Runs the program as {@link PawlProcess} does, but inside the test: for tests that need no process of its own. */
public record PawlInside(Path home, Path cwd, Map<String, String> environment) {
    public PawlInside(Path home, Path cwd) {
        this(home, cwd, Map.of());
    }

    /** With more in its environment. */
    public PawlInside with(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new PawlInside(home, cwd, Map.copyOf(all));
    }

    /** The same as a process. */
    public PawlProcess asProcess() {
        return new PawlProcess(home, cwd, environment);
    }

    /** Runs it to its end, with no input and no user at the terminal. */
    public PawlProcess.Run run(String... args) throws IOException, InterruptedException {
        var err = new ByteArrayOutputStream();
        var program =
                InnerProgram.start(home, cwd, environment, new PrintStream(err, true, StandardCharsets.UTF_8), args);
        program.getOutputStream().close();
        var out = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = program.waitFor();
        return new PawlProcess.Run(out, err.toString(StandardCharsets.UTF_8), status);
    }

    /** Starts it, to be talked to through its standard input and output. */
    public Process start(String... args) {
        return InnerProgram.start(home, cwd, environment, System.err, args);
    }
}
