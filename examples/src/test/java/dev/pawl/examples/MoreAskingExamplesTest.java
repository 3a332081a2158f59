package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short examples that ask a model, choose one, or prepare what it is asked. */
class MoreAskingExamplesTest {
    @TempDir
    Path dir;

    private HookTrial trial(String name) throws InterruptedException {
        return HookTrial.inWithFiles(dir, Path.of("more", name + ".java").toAbsolutePath());
    }

    @Test
    void the_questions_of_the_last_answer_are_put_into_the_editor() throws Exception {
        try (var it = ExampleAgent.with(dir, "more/qna.java")
                .model(Turn.text("Which database?"), Turn.text("Q: Which database?\nA: "))
                .start()) {
            it.submit("Store it").submit("/qna");

            assertThat(it.lastAsked(2)).contains("List the questions", "Which database?");
            assertThat(it.ui.editorText()).isEqualTo("Q: Which database?\nA: ");
        }
    }

    @Test
    void a_summary_is_shown_and_not_kept() throws Exception {
        try (var it = ExampleAgent.with(dir, "more/summarize.java")
                .model(Turn.text("It is stored."), Turn.text("Goal: store it"))
                .start()) {
            it.ui.play(dialog -> {
                assertThat(dialog.shown()).contains("Summary", "Goal: store it");
                dialog.type("\r");
            });
            it.submit("Store it").submit("/summarize");

            assertThat(it.lastAsked(2)).contains("Sum this up", "user: Store it", "assistant: It is stored.");
            assertThat(it.kept()).noneMatch(line -> line.contains("Goal: store it"));
        }
    }

    @Test
    void the_events_of_the_provider_are_kept_once_it_is_switched_on() throws Exception {
        try (var it = ExampleAgent.with(dir, "more/debug-provider.java")
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.submit("First").submit("/debug-provider").submit("Second");

            var kept = Files.readAllLines(it.sessionFile()).stream()
                    .filter(line -> line.contains("\"debug-provider\""))
                    .toList();
            assertThat(kept).singleElement().asString().contains("Two.").doesNotContain("One.");
        }
    }

    @Test
    void one_model_plans_and_another_builds_after_a_file_was_changed() throws Exception {
        try (var trial = trial("plan-and-build").flag("plan-with", "a/strong").flag("build-with", "a/cheap")) {
            trial.context().models().add("a/strong").add("a/cheap");
            var question = Message.user("Write it", 0);

            assertThat(route(trial, null, question).model().id()).isEqualTo("strong");
            var building = route(trial, null, question, written());
            assertThat(building.model().id()).isEqualTo("cheap");
            assertThat(route(trial, building.state(), question).model().id()).isEqualTo("cheap");

            trial.flag("plan-with", "nothing");
            assertThatThrownBy(() -> route(trial, null, question)).hasMessageContaining("--plan-with names no known");
        }
    }

    private static VirtualModel.Route route(HookTrial trial, @Nullable JsonObject state, Message... messages)
            throws Exception {
        var model = trial.engine()
                .hooks()
                .getFirst()
                .registry()
                .virtualModels()
                .all()
                .getFirst();
        var request = new VirtualModel.Request(
                FakeModels.MODEL, ThinkingLevel.OFF, VirtualModel.Reason.USER, null, null, state, List.of(messages));
        return model.router().route(request, trial.context());
    }

    private static Message.ToolResult written() {
        return new Message.ToolResult(
                "call_1", "write", List.of(Content.text("Written.")), null, false, null, 0, JsonObject.empty());
    }

    @Test
    void rules_of_the_project_are_named_in_the_system_prompt() throws Exception {
        try (var trial = trial("claude-rules")) {
            var start = BeforeAgentStart.of("Hi", "You are an agent.");
            assertThat(trial.fire(BEFORE_AGENT_START, start)).isEqualTo(start);

            Files.createDirectories(dir.resolve(".claude/rules/web"));
            Files.writeString(dir.resolve(".claude/rules/web/css.md"), "No floats.");
            assertThat(trial.fire(BEFORE_AGENT_START, start).systemPrompt())
                    .startsWith("You are an agent.")
                    .endsWith("\n- .claude/rules/web/css.md");
        }
    }

    @Deep
    @Test
    void conflicts_of_a_merge_are_sent_to_the_agent() throws Exception {
        var upstream = Files.createDirectories(dir.resolve("upstream"));
        Files.writeString(upstream.resolve("a.txt"), "one\n");
        Git.init(upstream);
        var clone = dir.resolve("clone");
        Git.run(dir, "clone", "--quiet", upstream.toString(), clone.toString());
        Git.init(clone);
        try (var trial = HookTrial.inWithFiles(
                clone, Path.of("more/merge-and-resolve.java").toAbsolutePath())) {
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.context().done()).isEmpty();

            commit(upstream, "theirs\n");
            commit(clone, "ours\n");
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.context().done()).singleElement().asString().contains("left conflicts", "a.txt");
        }
    }

    private static void commit(Path repository, String text) throws Exception {
        Files.writeString(repository.resolve("a.txt"), text);
        Git.run(repository, "commit", "--quiet", "--all", "--message", "change");
    }
}
