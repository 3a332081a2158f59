package dev.pawl.app;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.start.kit.ProgramHome;
import dev.pawl.testkit.model.Script;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The program inside the test: a home and a project of its own, and a scripted model over real HTTP. */
public final class TestProgram extends ProgramHome<TestProgram> {
    private TestProgram(Path dir, Script script) throws IOException {
        super(dir, script);
    }

    /** What a run printed and how it ended. */
    public record Run(int status, String out, String err) {
        public List<JsonObject> records() {
            return out.lines().map(JsonObject::parse).toList();
        }
    }

    public static TestProgram in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, Script.of(turns));
    }

    public static TestProgram in(Path dir, Script script) throws IOException {
        return new TestProgram(dir, script);
    }

    public Run run(String... args) throws Exception {
        return piped(new byte[0], args);
    }

    Run piped(String in, String... args) throws Exception {
        return piped(in.getBytes(StandardCharsets.UTF_8), args);
    }

    Run piped(byte[] in, String... args) throws Exception {
        return at(project, in, args);
    }

    /** A run that is started in another folder. */
    Run at(Path cwd, byte[] in, String... args) throws Exception {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var streams = new Streams(new ByteArrayInputStream(in), stream(out), stream(err));
        int status = Invocation.run(List.of(args), Places.of(environment, cwd), streams);
        streams.out().flush();
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Starts a run that names what it waits for almost at once. */
    public Running startNamingSlow(String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var streams = new Streams(new ByteArrayInputStream(new byte[0]), stream(out), stream(err));
        var run = new FutureTask<>(() -> Invocation.run(List.of(args), places().naming(Duration.ofMillis(1)), streams));
        Thread.ofPlatform().daemon().name("program").start(run);
        return new Running(run, streams, out, err);
    }

    /** A run that has not ended yet. */
    public record Running(
            FutureTask<Integer> run, Streams streams, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        /** Waits until it has printed a text, to its output or beside it. */
        public Running await(String text) throws InterruptedException {
            Await.until("it prints " + text, this::printed, () -> {
                boolean ended = run.isDone();
                boolean came = printed().contains(text);
                if (ended && !came) {
                    throw new AssertionError("it ended without printing " + text + ": " + printed());
                }
                return came;
            });
            return this;
        }

        private String printed() {
            streams.out().flush();
            return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
        }

        /** Waits until it has ended. */
        public Run end() throws Exception {
            int status = run.get(Patience.SECONDS, TimeUnit.SECONDS);
            streams.out().flush();
            return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }
}
