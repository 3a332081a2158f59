package dev.pawl.bench;

import dev.pawl.policy.checkpoint.CheckpointSettings;
import dev.pawl.policy.checkpoint.Store;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
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

/** What a checkpoint costs before a call: where nothing changed, and where one file did. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CheckpointBench {
    @Param({"1000", "10000"})
    int files;

    private Path dir;
    private Store store;
    private int round;

    /** A tree of a hundred files a folder, seen twice, so that nothing is unsure. */
    @Setup
    public void tree() throws IOException, InterruptedException {
        dir = Files.createTempDirectory("checkpoints").toRealPath();
        var root = Files.createDirectory(dir.resolve("project"));
        for (int i = 0; i < files; i++) {
            var folder = root.resolve("folder" + i / 100);
            if (i % 100 == 0) {
                Files.createDirectory(folder);
            }
            Files.writeString(folder.resolve("File" + i + ".txt"), "content of " + i);
            Files.setLastModifiedTime(folder.resolve("File" + i + ".txt"), FileTime.fromMillis(1_000_000_000_000L));
        }
        Thread.sleep(2_500); // Younger files are read again.
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        store = new Store(programs, root, dir.resolve("kept/one"), Set.of(), CheckpointSettings.DEFAULT);
        store.take();
    }

    @Benchmark
    public String unchanged() throws IOException, InterruptedException {
        return store.take();
    }

    @Benchmark
    public String oneChanged() throws IOException, InterruptedException {
        Files.writeString(dir.resolve("project/folder0/File0.txt"), "round " + round++);
        return store.take();
    }

    @TearDown
    public void remove() throws IOException {
        store.close();
        try (var all = Files.walk(dir)) {
            for (var path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
