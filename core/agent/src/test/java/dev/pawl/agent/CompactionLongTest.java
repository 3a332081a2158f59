package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Deep
class CompactionLongTest {
    @TempDir
    Path dir;

    private static Turn counted(Turn turn) {
        return new Turn(turn.fields().with("usage", "estimate"));
    }

    @Test
    void hundreds_of_turns_fit_into_a_small_window_and_no_file_is_forgotten() throws Exception {
        int prompts = Campaign.tries(250, 1_000);
        int window = 32_000;
        var work = Files.createDirectories(dir.resolve("work"));
        var turns = new ArrayList<Turn>();
        var all = new HashSet<String>();
        for (int i = 0; i < prompts; i++) {
            var name = "fact" + i;
            Files.writeString(work.resolve(name), "fact number " + i + " " + "x".repeat(400));
            all.add(name);
            turns.add(counted(Turn.calls(call("read", JsonObject.of("path", name)))));
            turns.add(counted(Turn.text("Fact " + i + " is noted. " + "y".repeat(200))));
        }
        var script = new Script(turns, List.of(), Turn.text("end"))
                .aside(CompactionTest.SUMMARISER, counted(Turn.text("SUMMARY")));
        try (var it = TestAgent.in(dir)
                .model(script)
                .modelFields(JsonObject.of("contextWindow", window, "maxTokens", 4_000))
                .settings(CompactionTest.settings(6_000, 6_000))
                .start()) {
            int most = 0;
            for (int i = 0; i < prompts; i++) {
                it.prompt("note fact " + i);
                most = Math.max(most, it.agent.messages().size());
                it.events.clear();
            }
            assertThat(it.requests()).isGreaterThan(2 * prompts);
            assertThat(it.model.requests())
                    .allSatisfy(request ->
                            assertThat(request.body().toString().length() / 4).isLessThan(window));
            assertThat(most).isLessThan(500);
            var last = CompactionTest.compactions(it).getLast();
            Set<String> known =
                    new HashSet<>(((JsonObject) Objects.requireNonNull(last.details())).strings("readFiles"));
            for (var message : it.agent.messages()) {
                if (message instanceof Message.Assistant answer) {
                    answer.toolCalls().forEach(one -> known.add(one.arguments().string("path", "")));
                }
            }
            assertThat(known).isEqualTo(all);
            assertThat(it.storedMessages()).hasSize(4 * prompts);
        }
    }

    @Test
    void whatever_providers_do_it_settles_with_a_file_that_can_be_read() throws Exception {
        var random = new Random(20_261_115);
        var turns = new ArrayList<Turn>();
        for (int i = 0; i < 1_000; i++) {
            turns.add(
                    switch (random.nextInt(8)) {
                        case 0 -> Turn.status(429).message("rate limit");
                        case 1 -> Turn.status(500);
                        case 2 -> Turn.status(529).message("overloaded");
                        case 3 -> Turn.status(400).message("prompt is too long");
                        case 4 -> counted(Turn.text("z".repeat(300))).breakAfter(random.nextInt(6), Script.Break.CUT);
                        case 5 -> counted(Turn.calls(call("read", JsonObject.of("path", "a.txt"))));
                        default -> counted(Turn.text("An answer. " + "w".repeat(random.nextInt(800))));
                    });
        }
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = TestAgent.in(dir)
                .model(new Script(turns, List.of(), Turn.text("end")))
                .modelFields(JsonObject.of("contextWindow", 6_000, "maxTokens", 100))
                .settings(CompactionTest.settings(1_000, 500))
                .pause(_ -> {})
                .start()) {
            int said = 0;
            while (it.requests() < 1_000) {
                it.prompt("question " + said++);
                assertThat(it.agent.isIdle()).isTrue();
            }
            assertThat(it.of(AgentEvent.Settled.class)).hasSize(said);
            var branch = it.entries();
            assertThat(branch.stream().map(Entry::id)).doesNotHaveDuplicates();
            assertThat(branch).hasSameSizeAs(it.agent.session().branch());
            assertThat(it.storedMessages().stream().filter(Message.User.class::isInstance))
                    .hasSize(said);
            assertThat(branch).anyMatch(Entry.Compaction.class::isInstance);
        }
    }
}
