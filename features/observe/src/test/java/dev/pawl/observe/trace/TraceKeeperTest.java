package dev.pawl.observe.trace;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces beside a session. */
class TraceKeeperTest {
    private static final Hook GUARD = pi -> pi.on(
            TOOL_CALL, (call, _) -> call.input().toString().contains("rm") ? call.block("not that") : call.allow());

    @TempDir
    Path folder;

    private final ArrayList<String> problems = new ArrayList<>();

    private void fire(TraceKeeper keeper, String... commands) throws Exception {
        try (var trial = HookTrial.of(GUARD)) {
            trial.engine().traces().listen(keeper);
            for (var command : commands) {
                trial.fire(TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash(command)));
            }
        }
    }

    @Test
    void traces_wait_for_the_session_and_are_read_back_as_they_were() throws Exception {
        var session = folder.resolve("s.jsonl");
        var keeper = new TraceKeeper(session, 1_000_000, problems::add);
        fire(keeper, "ls");
        assertThat(folder).isEmptyDirectory();
        Files.createFile(session);
        fire(keeper, "rm x");
        var lines = TraceFile.read(session);
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().hadEffect()).isFalse();
        assertThat(lines.getLast().point()).isEqualTo("tool_call");
        assertThat(lines.getLast().steps().getFirst().effect()).isEqualTo("stopped");
        assertThat(lines.getLast().steps().getFirst().note()).contains("not that");
        assertThat(TraceLine.from(lines.getLast().toJson())).isEqualTo(lines.getLast());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(TraceFile.of(session))))
                .isEqualTo("rw-------");
        assertThat(problems).isEmpty();
    }

    @Test
    void the_files_stay_within_their_size_and_keep_the_newest() throws Exception {
        var session = Files.createFile(folder.resolve("s.jsonl"));
        var keeper = new TraceKeeper(session, 4_000, problems::add);
        for (int i = 0; i < 60; i++) {
            fire(keeper, "rm " + i);
        }
        var newer = TraceFile.of(session);
        assertThat(Files.size(newer) + Files.size(TraceFile.older(newer))).isBetween(1_000L, 4_000L);
        var lines = TraceFile.read(session);
        assertThat(lines).hasSizeLessThan(60).hasSizeGreaterThan(5);
    }

    @Test
    void a_line_that_was_cut_off_is_left_out() throws Exception {
        var session = Files.createFile(folder.resolve("s.jsonl"));
        fire(new TraceKeeper(session, 1_000_000, problems::add), "ls", "rm x");
        Files.writeString(TraceFile.of(session), "{\"number\":3,\"ti", StandardOpenOption.APPEND);
        // Bytes that are not text spoil their line, not the page of the whole session.
        Files.write(
                TraceFile.of(session), new byte[] {'\n', (byte) 0xff, (byte) 0xfe, '\n'}, StandardOpenOption.APPEND);
        assertThat(TraceFile.read(session)).hasSize(2);
    }

    @Test
    void what_cannot_be_kept_is_reported_once_and_stops_nothing() throws Exception {
        var session = Files.createFile(folder.resolve("s.jsonl"));
        Files.createDirectory(TraceFile.of(session));
        fire(new TraceKeeper(session, 1_000_000, problems::add), "ls", "rm x", "ls");
        assertThat(problems).singleElement().asString().contains("s.trace cannot be written");
    }

    @Test
    void figures_add_up_by_hook_and_point() throws Exception {
        var session = Files.createFile(folder.resolve("s.jsonl"));
        fire(new TraceKeeper(session, 1_000_000, problems::add), "ls", "rm x", "ls");
        assertThat(HookFigures.of(TraceFile.read(session))).singleElement().satisfies(figures -> {
            assertThat(figures.nanos()).hasSize(3);
            assertThat(figures.effects()).isEqualTo(1);
            assertThat(figures.failures()).isZero();
            assertThat(figures.quantile(1)).isGreaterThanOrEqualTo(figures.quantile(0.5));
        });
    }
}
