package dev.pawl.bench;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to open a long session, to read its context, and to add to it. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SessionBench {
    @Param({"1000", "10000", "100000"})
    int entries;

    private Path folder;
    private Sessions sessions;
    private Path file;
    private Session open;
    private Session appending;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("session-bench");
        sessions = new Sessions(
                SessionPaths.in(folder),
                new SessionOptions(Durability.OS, InstantSource.system(), new SplittableRandom(1)));
        file = folder.resolve("long.jsonl");
        try (var session = sessions.open(file, folder)) {
            for (int i = 0; i < entries; i++) {
                session.append(Message.user("message " + i + " " + "x".repeat(2_000), i));
                if (i == entries - 20) {
                    session.compact(
                            CompactionResult.of("summary", String.valueOf(session.leafId()), 1),
                            false,
                            false,
                            JsonObject.empty());
                }
            }
            System.out.printf("%n%d entries, %d MB%n", entries, Files.size(file) >> 20);
        }
        open = sessions.openReadOnly(file);
        appending = sessions.open(folder.resolve("growing.jsonl"), folder);
    }

    @TearDown
    public void close() throws IOException {
        open.close();
        appending.close();
        try (var files = Files.list(folder)) {
            for (var one : files.toList()) {
                Files.delete(one);
            }
        }
        Files.delete(folder);
    }

    @Benchmark
    public Object openAndReadContext() throws IOException {
        try (var session = sessions.openReadOnly(file)) {
            return session.contextMessages();
        }
    }

    @Benchmark
    public Object contextOfAnOpenSession() {
        return open.contextMessages();
    }

    @Benchmark
    public Object append() {
        return appending.append(Message.user("a message of a usual length, more or less", 1));
    }
}
