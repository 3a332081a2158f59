package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes are killed while they write, many times: no acknowledged entry is lost, and every file goes on. */
@Deep
class KilledWriterTest {
    private static final int KILLS = Campaign.tries(60, 300);
    private static final int FILES = 4;

    @TempDir
    Path folder;

    @Test
    void a_process_killed_at_any_moment_loses_nothing_it_acknowledged() throws Exception {
        try (var files = Executors.newFixedThreadPool(FILES)) {
            var results = new ArrayList<Future<Integer>>();
            for (int i = 0; i < FILES; i++) {
                int number = i;
                results.add(files.submit(() -> killAgainAndAgain(folder.resolve("s" + number + ".jsonl"), number)));
            }
            int kills = 0;
            for (var result : results) {
                kills += result.get();
            }
            assertThat(kills).isEqualTo(KILLS);
        }
    }

    /** All kills of one file hit the same session, so each start also opens what the kill before left. */
    private int killAgainAndAgain(Path file, int seed) throws Exception {
        var random = new Random(seed);
        var acknowledged = new ArrayList<String>();
        for (int kill = 0; kill < KILLS / FILES; kill++) {
            acknowledged.addAll(writeUntilKilled(file, 1 + random.nextInt(40)));
        }
        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            var ids = session.entries().stream().map(Entry::id).collect(Collectors.toCollection(HashSet::new));
            assertThat(ids).containsAll(acknowledged);
            assertThat(session.entries().stream().filter(Entry.Other.class::isInstance))
                    .isEmpty();
            assertThat(ids).contains(session.append(Message.user("and on", 0)).parentId());
        }
        return KILLS / FILES;
    }

    private List<String> writeUntilKilled(Path file, int entries) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var acknowledged = new ArrayList<String>();
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < entries; i++) {
                var line = lines.readLine();
                assertThat(line).as("the writer died by itself").isNotNull();
                acknowledged.add(line);
            }
            process.toHandle().destroyForcibly(); // Not through the process, which would close the pipe, too.
            for (var line = lines.readLine(); line != null && line.length() == 8; line = lines.readLine()) {
                acknowledged.add(line);
            }
        }
        process.waitFor();
        assertThat(Files.size(file)).isPositive();
        return acknowledged;
    }
}
