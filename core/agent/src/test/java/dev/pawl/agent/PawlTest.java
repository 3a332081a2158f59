package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Await;
import dev.pawl.session.KeptSessions;
import dev.pawl.session.SessionOptions;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PawlTest {
    @TempDir
    Path dir;

    private Pawl with(ScriptedModel model) throws IOException {
        return Pawl.with(model.environmentIn(dir));
    }

    @Test
    void an_agent_is_embedded_in_ten_lines() throws Exception {
        Files.writeString(dir.resolve("a.txt"), "content of a");
        try (var model = ScriptedModel.playing(
                        Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("It says: content of a."));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .model("scripted")
                        .tools("read")
                        .hook("careful", pi -> pi.on(TOOL_CALL, (read, _) -> read.allow()))
                        .start()) {
            agent.prompt("What is in a.txt?");
            assertThat(agent.lastText()).isEqualTo("It says: content of a.");
            assertThat(model.requests().get(1).body().toString()).contains("content of a");
        }
    }

    @Test
    void without_a_key_it_fails_unless_the_demonstration_is_asked_for() throws Exception {
        try (var pawl = Pawl.with(Map.of("HOME", dir.toString()))) {
            var nobody = pawl.agent(dir).tools();
            assertThatThrownBy(nobody::start)
                    .hasMessageContaining("There is no key")
                    .hasMessageContaining("demo/tour");
            try (var agent = pawl.agent(dir).tools().model("demo/tour").start()) {
                agent.prompt("Hello");
                assertThat(agent.lastText()).isNotBlank();
            }
        }
    }

    @Test
    void nothing_of_the_project_is_read_unless_asked_for() throws Exception {
        Files.writeString(dir.resolve("AGENTS.md"), "Always answer in verse.");
        try (var model = ScriptedModel.playing(Turn.text("One."), Turn.text("Two."));
                var pawl = with(model)) {
            try (var agent = pawl.agent(dir).model("scripted").start()) {
                agent.prompt("Hello");
            }
            try (var agent = pawl.agent(dir).model("scripted").withProject().start()) {
                agent.prompt("Hello");
            }
            assertThat(model.requests().getFirst().body().toString()).doesNotContain("verse");
            assertThat(model.requests().getLast().body().toString()).contains("verse");
        }
    }

    @Test
    void a_session_of_a_shared_store_is_gone_on_with_by_another_agent() throws Exception {
        var store = KeptSessions.inMemory(SessionOptions.standard());
        try (var model = ScriptedModel.playing(Turn.text("One."), Turn.text("Two."));
                var pawl = with(model)) {
            Path session;
            try (var agent = pawl.agent(dir).model("scripted").sessions(store).start()) {
                agent.prompt("Hello");
                session = Objects.requireNonNull(agent.session().file());
            }
            try (var agent = pawl.agent(dir).sessions(store).resume(session).start()) {
                agent.prompt("Again");
                assertThat(agent.messages().stream()
                                .filter(message -> !(message instanceof Message.SystemPrompt))
                                .map(Message::text))
                        .containsExactly("Hello", "One.", "Again", "Two.");
            }
            assertThat(session).doesNotExist();
        }
    }

    @Test
    void a_session_in_memory_keeps_nothing_of_its_calls_on_the_disk() throws Exception {
        var tool = Tool.of(
                "folder",
                "Tells where effects are kept",
                JsonObject.of("type", "object"),
                (_, ctx) -> ToolOutput.text("kept in " + ctx.effects()));
        try (var model = ScriptedModel.playing(Turn.calls(call("folder", JsonObject.empty())), Turn.text("Seen."));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .model("scripted")
                        .tool(tool)
                        .sessions(KeptSessions.inMemory(SessionOptions.standard()))
                        .start()) {
            agent.prompt("Where?");
            assertThat(model.requests().getLast().body().toString()).contains("kept in null");
        }
    }

    @Test
    void a_tool_of_the_program_is_called_and_events_are_received() throws Exception {
        var events = new ArrayList<String>();
        var tool =
                Tool.of("clock", "Tells the time", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("noon"));
        try (var model =
                        ScriptedModel.playing(Turn.calls(call("clock", JsonObject.empty())), Turn.text("It is noon."));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .model("scripted")
                        .tools()
                        .tool(tool)
                        .listener(event -> events.add(event.getClass().getSimpleName()))
                        .start()) {
            agent.prompt("What time is it?");
            assertThat(model.requests().getFirst().body().objects("tools")).hasSize(1);
            assertThat(model.requests().getLast().body().toString()).contains("noon");
            assertThat(events).contains("RunStarted", "ToolStarted", "RunEnded");
        }
    }

    @Test
    void a_model_that_is_not_there_is_refused_by_name() throws Exception {
        try (var pawl = Pawl.with(Map.of("HOME", dir.toString()))) {
            var builder = pawl.agent(dir).model("nobody/knows-it");
            assertThatThrownBy(builder::start).hasMessageContaining("nobody/knows-it");
        }
    }

    @Test
    void many_agents_share_one() throws Exception {
        try (var model =
                        ScriptedModel.playing(dev.pawl.testkit.model.Script.of().endingWith(Turn.text("Done.")));
                var pawl = with(model)) {
            var threads = new ArrayList<Thread>();
            var said = java.util.Collections.synchronizedList(new ArrayList<String>());
            for (int i = 0; i < 50; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    try (var agent = pawl.agent(dir).model("scripted").start()) {
                        agent.prompt("Go");
                        said.add(String.valueOf(agent.lastText()));
                    } catch (IOException | InterruptedException e) {
                        said.add(e.toString());
                    }
                }));
            }
            for (var thread : threads) {
                thread.join();
            }
            assertThat(said).isEqualTo(java.util.Collections.nCopies(50, "Done."));
        }
    }

    @Test
    void a_hook_that_never_returns_delays_no_other_agent() throws Exception {
        var script = dev.pawl.testkit.model.Script.of()
                .aside("stuck", Turn.calls(call("ls", JsonObject.empty())))
                .endingWith(Turn.text("Done."));
        try (var model = ScriptedModel.playing(script);
                var pawl = with(model);
                var stuck = pawl.agent(dir)
                        .model("scripted")
                        .tools("ls")
                        .hook(pi -> pi.on(TOOL_CALL, (call, _) -> {
                            new java.util.concurrent.CountDownLatch(1).await();
                            return call.allow();
                        }))
                        .start()) {
            var waiting = Thread.startVirtualThread(() -> {
                try {
                    stuck.prompt("stuck");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Await.until(
                    "a handler is waited for", () -> !stuck.engine().waiting().isEmpty());
            for (int i = 0; i < 20; i++) {
                try (var agent = pawl.agent(dir).model("scripted").start()) {
                    agent.prompt("Go");
                    assertThat(agent.lastText()).isEqualTo("Done.");
                }
            }
            assertThat(stuck.isIdle()).isFalse();
            stuck.abort();
            waiting.join();
        }
    }

    @Test
    void a_hook_that_fails_while_it_is_installed_stops_the_start() throws Exception {
        var closed = new ArrayList<String>();
        final class Closing implements dev.pawl.api.Hook, AutoCloseable {
            @Override
            public void install(dev.pawl.api.Host pi) {}

            @Override
            public void close() {
                closed.add("closed");
            }
        }
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = with(model)) {
            var builder = pawl.agent(dir)
                    .model("scripted")
                    .hook("closing", new Closing())
                    .hook("guard", _ -> {
                        throw new IllegalStateException("no rules");
                    });
            assertThatThrownBy(builder::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("guard")
                    .hasMessageContaining("no rules")
                    .hasMessageContaining("withoutFailedHooks()");
            assertThat(closed).containsExactly("closed");
            try (var agent = builder.withoutFailedHooks().start()) {
                assertThat(agent.ask("Hello")).isEqualTo("One.");
            }
        }
    }

    @Test
    void a_folder_and_a_tool_that_are_not_there_are_refused() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = with(model)) {
            var nowhere = pawl.agent(dir.resolve("nowhere")).model("scripted");
            assertThatThrownBy(nowhere::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nowhere");
            var misspelt = pawl.agent(dir).model("scripted").tools("raed");
            assertThatThrownBy(misspelt::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no tool raed")
                    .hasMessageContaining("read");
        }
    }

    @Test
    void a_model_that_does_not_answer_is_an_exception() throws Exception {
        try (var model = ScriptedModel.playing(Turn.status(401), Turn.status(401));
                var pawl = with(model);
                var agent = pawl.agent(dir).model("scripted").tools().start()) {
            assertThatThrownBy(() -> agent.ask("Hello"))
                    .isInstanceOf(AnswerFailed.class)
                    .hasMessageContaining("401");
            assertThatThrownBy(() -> agent.prompt("Hello")).isInstanceOf(AnswerFailed.class);
        }
    }

    @Test
    void a_prompt_that_a_command_handles_has_no_answer() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .model("scripted")
                        .hook(pi -> pi.command("do", "Does it", _ -> dev.pawl.api.Outcome.nothing()))
                        .start()) {
            assertThatThrownBy(() -> agent.ask("/do")).hasMessageContaining("prompt()");
        }
    }

    @Test
    void the_policy_is_refused_by_name_where_its_module_is_not_present() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = with(model)) {
            var builder = pawl.agent(dir)
                    .model("scripted")
                    .settings(JsonObject.parse("{\"permissions\": {\"deny\": [\"bash\"]}}"));
            assertThatThrownBy(builder::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("permissions has no effect");
        }
    }
}
