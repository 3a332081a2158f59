package dev.pawl.agent;

import dev.pawl.agent.compaction.CompactionPreparation;
import dev.pawl.agent.rules.RuleScan;
import dev.pawl.agent.rules.RuleTrigger;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.config.resources.RuleFiles.RuleFile;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What long conversations cost: preparing a compaction, estimating tokens, and watching a stream for rules.
 *
 * <p>In the package of what it measures, which is not visible elsewhere.
 */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CompactionBench {
    private static final int ENTRIES = 100_000;
    private static final int LATER = 2_000;
    private static final int PIECE = 40;

    private final CompactionPlan.Settings settings = new CompactionPlan.Settings(true, 16_384, 20_000);
    private Path folder;
    private Session session;
    private List<dev.pawl.api.session.Entry> entries;
    private List<Message> messages;
    private List<String> pieces;
    private List<RuleTrigger> rules;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("compaction-bench");
        var sessions = new Sessions(
                SessionPaths.in(folder),
                new SessionOptions(Durability.OS, InstantSource.system(), new SplittableRandom(1)));
        session = sessions.open(folder.resolve("long.jsonl"), folder);
        messages = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            var message = i % 2 == 0 ? Message.user("question " + i + " " + "x".repeat(200), i) : answer(i);
            messages.add(message);
            session.append(message);
        }
        entries = session.contextEntries();
        session.compact(CompactionResult.of("summary", "", 1), true, false, JsonObject.empty());
        messages.subList(0, LATER).forEach(session::append);
        pieces = pieces(5 << 20);
        rules = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            var expression = "forbidden" + i + "\\.(call|use)\\([^)]*\\)";
            rules.add(RuleTrigger.of(
                    new RuleFile("r" + i, Path.of("r.md"), "", List.of(), false, null, expression), expression));
        }
    }

    @TearDown
    public void close() throws IOException {
        session.close();
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** 100,000 entries that are in memory and were never compacted. */
    @Benchmark
    public Object prepare() throws InterruptedException {
        return CompactionPreparation.prepare(entries, Set.of(), 0, settings, all -> all);
    }

    /** A session of 100,000 entries, 2,000 of them since its last compaction, read from the file. */
    @Benchmark
    public Object readAndPrepare() throws InterruptedException {
        return CompactionPreparation.prepare(session.contextEntries(), Set.of(), 0, settings, all -> all);
    }

    /** About 20 MB of messages. */
    @Benchmark
    public long estimate() {
        return TokenEstimate.of(messages);
    }

    /** 5 MB in pieces of 40 characters, watched by 50 rules that none of it breaks. */
    @Benchmark
    public int watch() {
        var scan = new RuleScan(rules);
        int broken = -1;
        for (var piece : pieces) {
            broken = Math.max(broken, scan.add(piece));
        }
        return broken;
    }

    private static Message.Assistant answer(int i) {
        return new Message.Assistant(
                List.of(
                        Content.text("answer " + i + " " + "y".repeat(100)),
                        Content.ToolUse.of("c" + i, "read", JsonObject.of("path", "src/file" + i % 500 + ".java"))),
                "api",
                "provider",
                "model",
                Usage.NONE,
                StopReason.TOOL_USE,
                null,
                i,
                JsonObject.empty());
    }

    private static List<String> pieces(int characters) {
        var random = new SplittableRandom(2);
        var pieces = new ArrayList<String>();
        for (int i = 0; i < characters; i += PIECE) {
            var piece = new StringBuilder(PIECE);
            for (int j = 0; j < PIECE; j++) {
                piece.append(j % 7 == 6 ? ' ' : (char) ('a' + random.nextInt(26)));
            }
            pieces.add(piece.toString());
        }
        return pieces;
    }
}
