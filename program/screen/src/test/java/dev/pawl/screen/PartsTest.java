package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.screen.command.LocalServers;
import dev.pawl.screen.command.LookCommands;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.picker.SessionOrder;
import dev.pawl.screen.status.GitBranch;
import dev.pawl.screen.status.Statuses;
import dev.pawl.screen.view.EventRelay;
import dev.pawl.screen.view.ThemeChoice;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small parts by themselves. */
class PartsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "999, 999",
        "1000, 1.0k",
        "9500, 9.5k",
        "95400, 95k",
        "999400, 999k",
        "1500000, 1.5M",
        "25000000, 25M"
    })
    void tokens_are_short(long count, String shown) {
        assertThat(Figures.tokens(count)).isEqualTo(shown);
    }

    @Test
    void money_has_three_decimals() {
        assertThat(Figures.dollars(0.0123)).isEqualTo("$0.012");
        assertThat(Figures.dollars(12.3456)).isEqualTo("$12.346");
    }

    @Test
    void times_are_reported_from_now() {
        var now = Instant.parse("2026-01-10T00:00:00Z");
        assertThat(Figures.ago(now.minusSeconds(30), now)).isEqualTo("now");
        assertThat(Figures.ago(now.minusSeconds(3 * 3600), now)).isEqualTo("3h");
        assertThat(Figures.ago(now.minusSeconds(20 * 86_400), now)).isEqualTo("2w");
    }

    @Test
    void statuses_are_ordered_by_key_and_have_no_line_breaks() {
        var statuses = new Statuses();
        statuses.set("b", "x\ny  z");
        statuses.set("a", "first");
        assertThat(statuses.line()).isEqualTo("first x y z");
        statuses.set("a", null);
        assertThat(statuses.line()).isEqualTo("x y z");
    }

    @Test
    void the_branch_is_read_from_the_repository_above() throws IOException {
        var git = Files.createDirectories(dir.resolve(".git"));
        var below = Files.createDirectories(dir.resolve("a/b"));
        Files.writeString(git.resolve("HEAD"), "ref: refs/heads/feature/x\n");
        assertThat(GitBranch.of(below)).isEqualTo("feature/x");
        Files.writeString(git.resolve("HEAD"), "0123456789abcdef\n");
        assertThat(GitBranch.of(below)).isEqualTo("0123456");
    }

    @Test
    void the_branch_of_a_worktree_is_read_where_its_file_points() throws IOException {
        var real = Files.createDirectories(dir.resolve("real"));
        Files.writeString(real.resolve("HEAD"), "ref: refs/heads/side\n");
        var tree = Files.createDirectories(dir.resolve("tree"));
        Files.writeString(tree.resolve(".git"), "gitdir: ../real\n");
        assertThat(GitBranch.of(tree)).isEqualTo("side");
    }

    @Test
    void pieces_that_come_fast_become_one() {
        var posted = new ArrayList<Runnable>();
        var heard = new ArrayList<AgentEvent>();
        var relay = new EventRelay(posted::add, heard::add, () -> {});
        relay.onEvent(new AgentEvent.TurnStarted());
        for (var piece : List.of("a", "b", "c")) {
            relay.onEvent(grew(StreamDelta.Kind.TEXT_DELTA, piece));
        }
        relay.onEvent(grew(StreamDelta.Kind.THINKING_DELTA, "d"));
        assertThat(posted).hasSize(1);
        posted.getFirst().run();
        assertThat(heard).hasSize(3);
        assertThat(((AgentEvent.MessageGrew) heard.get(1)).update().delta().delta())
                .isEqualTo("abc");
    }

    @Test
    void much_text_is_drawn_before_more_of_it_is_taken() throws Exception {
        var posted = new LinkedBlockingQueue<Runnable>();
        var done = Collections.synchronizedList(new ArrayList<String>());
        var relay = new EventRelay(posted::add, _ -> done.add("heard"), () -> done.add("drawn"));
        relay.onEvent(grew(StreamDelta.Kind.TEXT_DELTA, "a".repeat(40_000)));
        var more = Thread.ofVirtual().start(() -> relay.onEvent(grew(StreamDelta.Kind.TEXT_DELTA, "b")));
        posted.take().run();
        more.join();
        posted.take().run();
        assertThat(done).containsExactly("heard", "drawn", "heard");
    }

    private static AgentEvent grew(StreamDelta.Kind kind, String piece) {
        PartialAnswer nothing = () -> {
            throw new AssertionError("nobody asks for the whole answer");
        };
        return new AgentEvent.MessageGrew(new MessageUpdate(nothing, new StreamDelta(kind, 0, piece, null)));
    }

    @Test
    void a_local_server_is_found_and_kept_beside_what_was_there() throws Exception {
        var server = new LocalServers.Server("ollama", "http://127.0.0.1:11434/v1", List.of("qwen", "llama"));
        var file = dir.resolve("agent/models.json");
        LocalServers.keep(server, file);
        assertThat(file).content().contains("\"ollama\"", "qwen", "openai-completions");
        LocalServers.keep(new LocalServers.Server("vllm", "http://127.0.0.1:8000/v1", List.of("m")), file);
        assertThat(file).content().contains("\"ollama\"", "\"vllm\"");
        assertThat(LocalServers.find(Map.of("nobody", "http://127.0.0.1:1/v1"))).isEmpty();
    }

    @Test
    void forks_stand_below_what_they_were_made_from() throws Exception {
        session("old", 1, null);
        session("fork", 2, "old");
        session("lonely", 3, "gone");
        session("second", 4, "fork");
        var newestFirst = sessions();
        assertThat(SessionOrder.THREADS.place(newestFirst).stream()
                        .map(one -> " ".repeat(one.depth()) + one.session().id()))
                .containsExactly("lonely", "old", " fork", "  second");
        assertThat(SessionOrder.RECENT.place(newestFirst).stream()
                        .map(one -> one.session().id()))
                .containsExactly("second", "lonely", "fork", "old");
        var found = List.of(newestFirst.get(3), newestFirst.get(0));
        assertThat(SessionOrder.RELEVANCE.found(newestFirst, found)).isEqualTo(found);
        assertThat(SessionOrder.RECENT.found(newestFirst, found)).isEqualTo(found.reversed());
    }

    @Test
    void sessions_that_name_each_other_as_their_origin_are_not_lost() throws Exception {
        session("a", 1, "b");
        session("b", 2, "a");
        assertThat(SessionOrder.THREADS.place(sessions())).hasSize(2);
    }

    private void session(String id, int second, @Nullable String parent) throws IOException {
        var folder = Files.createDirectories(dir.resolve("agent/sessions/--project--"));
        var header = JsonObject.of("type", "session", "version", 3)
                .with("id", id)
                .with("timestamp", "2026-01-01T00:00:0" + second + "Z")
                .with("cwd", "/project");
        var file = folder.resolve(id + ".jsonl");
        var whole = parent == null
                ? header
                : header.with("parentSession", folder.resolve(parent + ".jsonl").toString());
        Files.writeString(file, whole + "\n");
    }

    private List<SessionSummary> sessions() throws InterruptedException {
        var paths = SessionPaths.choose(dir.resolve("agent"), dir, null, Map.of(), null);
        return new SessionList(paths, dir.resolve("cache")).all(SessionList.Progress.NONE);
    }

    @Test
    void hints_are_broken_between_two_and_never_within_one() {
        var hints = Hints.of("enter choose", "", "escape/ctrl+c cancel", "ctrl+s keeps as default");
        assertThat(Hints.lines(hints, 40))
                .containsExactly("enter choose · escape/ctrl+c cancel", "ctrl+s keeps as default");
        assertThat(Hints.lines(hints, 12)).startsWith("enter choose", "escape/ctrl+");
        assertThat(Hints.lines(hints, 200)).containsExactly(hints);
    }

    @Test
    void paragraphs_of_a_file_are_put_into_one_line() {
        assertThat(LookCommands.unwrapped("# Title\n\n- one\n  more\n- two\nend\n\nwords\nand words\n"))
                .isEqualTo("# Title\n\n- one more\n- two end\n\nwords and words");
    }

    @Test
    void the_theme_of_the_system_goes_by_the_background() {
        assertThat(ThemeChoice.resolved("system", Map.of())).isEqualTo("dark");
        assertThat(ThemeChoice.resolved("system", Map.of("COLORFGBG", "0;15"))).isEqualTo("light");
        assertThat(ThemeChoice.resolved("day/night", Map.of("COLORFGBG", "15;0")))
                .isEqualTo("night");
    }
}
