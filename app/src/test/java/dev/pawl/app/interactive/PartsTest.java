package dev.pawl.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.AgentEvent;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    void times_are_told_from_now() {
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
    void a_few_letters_find_the_closest_first() {
        var names = List.of("anthropic/claude-opus", "openai/gpt-5", "openai/o3-opus-like");
        assertThat(Fuzzy.filter(names, "opus", name -> name)).hasSize(2).doesNotContain("openai/gpt-5");
        assertThat(Fuzzy.filter(names, "gp5", name -> name)).containsExactly("openai/gpt-5");
        assertThat(Fuzzy.filter(names, "zzz", name -> name)).isEmpty();
        assertThat(Fuzzy.filter(names, " ", name -> name)).isEqualTo(names);
    }

    @Test
    void pieces_that_come_fast_become_one() {
        var posted = new ArrayList<Runnable>();
        var heard = new ArrayList<AgentEvent>();
        var relay = new EventRelay(posted::add, heard::add);
        relay.hear(new AgentEvent.TurnStarted());
        for (var piece : List.of("a", "b", "c")) {
            relay.hear(grew(StreamDelta.Kind.TEXT_DELTA, piece));
        }
        relay.hear(grew(StreamDelta.Kind.THINKING_DELTA, "d"));
        assertThat(posted).hasSize(1);
        posted.getFirst().run();
        assertThat(heard).hasSize(3);
        assertThat(((AgentEvent.MessageGrew) heard.get(1)).update().delta().delta())
                .isEqualTo("abc");
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
    void the_theme_of_the_system_goes_by_the_background() {
        assertThat(ThemeChoice.resolved("system", Map.of())).isEqualTo("dark");
        assertThat(ThemeChoice.resolved("system", Map.of("COLORFGBG", "0;15"))).isEqualTo("light");
        assertThat(ThemeChoice.resolved("day/night", Map.of("COLORFGBG", "15;0")))
                .isEqualTo("night");
    }
}
