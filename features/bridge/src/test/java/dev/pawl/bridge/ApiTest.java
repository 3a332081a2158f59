package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What extensions can ask for and do. */
@Deep
class ApiTest {
    @TempDir
    Path dir;

    @Test
    void what_an_extension_writes_it_reads_at_once() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerCommand("write", { handler: async (args, ctx) => {
                      const before = ctx.sessionManager.getEntries().length;
                      pi.appendEntry("mine", { args });
                      const entry = ctx.sessionManager.getLeafEntry();
                      pi.setLabel(entry.id, "here");
                      pi.setSessionName("named");
                      await Promise.resolve();
                      ctx.ui.notify([
                        before, entry.data.args, ctx.sessionManager.getLabel(entry.id), pi.getSessionName(),
                        ctx.sessionManager.getBranch()[0].type, ctx.sessionManager.getEntry(entry.id) === entry,
                      ].join(" "));
                    } });
                    """))) {
            trial.session().user("hello");
            trial.run("write", "a  b");
            assertThat(trial.ui().shown().toString()).contains("1 a  b here named message true");
        }
    }

    @Test
    void of_a_long_context_handlers_see_what_they_look_at_and_change() throws Exception {
        var messages = new ArrayList<Message>();
        for (int i = 0; i < 40; i++) {
            messages.add(Message.user("message " + i, i));
        }
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("context", () => {});
                    pi.on("context", (event) => { event.messages.pop(); });
                    pi.on("context", (event) => { event.messages = event.messages.slice(1); });
                    pi.on("context", (event) => ({ messages: [...event.messages, event.messages[0]] }));
                    pi.on("context", (event, ctx) => {
                      const { entries, contextMessages, messages } = { ...event };
                      ctx.ui.notify([entries.length, contextMessages.length, messages.length].join(" "));
                    });
                    """))) {
            var changed = trial.fire(CONTEXT, ModelContext.of(messages));
            assertThat(trial.errors()).isEmpty();
            assertThat(changed.messages()).extracting(Message::text).hasSize(40);
            // What was only assigned does not count, as in pi.
            assertThat(changed.messages().getFirst().text()).isEqualTo("message 0");
            assertThat(changed.messages().get(38).text()).isEqualTo("message 38");
            assertThat(changed.messages().getLast().text()).isEqualTo("message 0");
            assertThat(trial.ui().shown().toString()).contains(" 40");
        }
    }

    @Test
    void what_is_shown_comes_in_the_order_it_was_said() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("agent_start", async (_event, ctx) => {
                      for (let i = 0; i < 50; i++) ctx.ui.notify("notice " + i);
                      ctx.ui.setStatus("a", "one");
                      ctx.ui.setStatus("a", "two");
                      ctx.ui.setWidget("w", ["x", "y"]);
                      const chosen = await ctx.ui.select("Which?", ["red", "green"]);
                      ctx.ui.setStatus("chosen", chosen);
                    });
                    """))) {
            trial.ui().answer("green");
            trial.fire(AGENT_START, new AgentStart());
            assertThat(trial.errors()).isEmpty();
            assertThat(trial.ui().statuses()).containsEntry("a", "two").containsEntry("chosen", "green");
            assertThat(trial.ui().widgets()).containsEntry("w", List.of("x", "y"));
            var notices = trial.ui().shown().stream()
                    .filter(line -> line.contains("notice "))
                    .toList();
            assertThat(notices)
                    .isEqualTo(IntStream.range(0, 50)
                            .mapToObj(i -> "notify info: notice " + i)
                            .toList());
        }
    }

    @Test
    void hooks_of_both_languages_hear_each_other() throws Exception {
        var heard = Collections.synchronizedList(new ArrayList<Object>());
        Hook java = pi -> {
            pi.events().on("from-ts", heard::add);
            pi.on(SESSION_START, (_, _) -> pi.events().emit("from-java", JsonObject.of("word", "hi")));
        };
        try (var node = NodeTrial.in(dir)) {
            var hooks = node.bodies(dir, """
                pi.events.on("from-java", (data) => pi.events.emit("from-ts", { said: data.word }));
                """, """
                pi.events.on("from-ts", (data) => { data.seen = true; });
                """);
            try (var trial = HookTrial.in(dir, hooks[0], hooks[1], java)) {
                trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
                Await.until("it is heard", () -> !heard.isEmpty());
                assertThat(heard).hasSize(1);
                assertThat(heard.getFirst().toString()).contains("hi");
            }
        }
    }

    @Test
    void a_listener_on_the_bus_may_have_the_extension_called_that_emitted() throws Exception {
        var heard = Collections.synchronizedList(new ArrayList<Object>());
        try (var node = NodeTrial.in(dir)) {
            var firer = new AtomicReference<HookTrial>();
            Hook java = pi -> pi.events().on("from-ts", data -> {
                try {
                    Objects.requireNonNull(firer.get()).fire(AGENT_START, new AgentStart());
                    heard.add(data);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            var ts = node.bodies(dir, """
                pi.on("session_start", () => { pi.events.emit("from-ts", "hi"); });
                pi.on("agent_start", (_event, ctx) => ctx.ui.notify("called"));
                """)[0];
            try (var trial = HookTrial.in(dir, ts, java)) {
                firer.set(trial);
                trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
                Await.until("it is heard", () -> !heard.isEmpty());
                assertThat(trial.ui().shown().toString()).contains("called");
                assertThat(trial.errors()).isEmpty();
            }
        }
    }

    @Test
    void a_context_that_outlives_its_session_refuses() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var hook = node.bodies(dir, """
                let old: any;
                pi.on("session_start", (_event: any, ctx: any) => { old = ctx; });
                setInterval(() => { try { old?.cwd; } catch (e: any) { console.log("refused: " + e.message); old = null; } }, 20);
                """)[0];
            var trial = HookTrial.in(dir, hook);
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            trial.close();
            Await.value("it is refused", () -> node.noise.toString(), noise -> noise.contains("withSession"));
            assertThat(node.noise.toString()).contains("refused: ");
        }
    }

    @Test
    void a_provider_answers_piece_by_piece() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.source(dir.resolve("provider.ts"), """
                    import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
                    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
                    export default (pi: any) => pi.registerProvider("mine", {
                      baseUrl: "http://localhost:1", apiKey: "k", api: "mine-api",
                      models: [{ id: "m", name: "M", reasoning: false, input: ["text"], cost, contextWindow: 1000, maxTokens: 99 }],
                      streamSimple(model: any, context: any) {
                        const stream = createAssistantMessageEventStream();
                        const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { ...cost, total: 0 } };
                        const message = { role: "assistant", content: [] as any[], api: model.api, provider: model.provider,
                          model: model.id, usage, stopReason: "stop", timestamp: 1 };
                        queueMicrotask(() => {
                          const text = "heard " + context.messages.length;
                          stream.push({ type: "start", partial: message } as any);
                          message.content.push({ type: "text", text });
                          stream.push({ type: "text_start", contentIndex: 0, partial: message } as any);
                          stream.push({ type: "text_delta", contentIndex: 0, delta: text, partial: message } as any);
                          stream.push({ type: "text_end", contentIndex: 0, content: text, partial: message } as any);
                          stream.push({ type: "done", reason: "stop", message } as any);
                        });
                        return stream;
                      },
                    });
                    """))) {
            assertThat(trial.problems()).isEmpty();
            var config = Objects.requireNonNull(
                    trial.engine().hooks().getFirst().registry().providers().get("mine"));
            var events = new ArrayList<ModelEvent>();
            var answer = Objects.requireNonNull(config.answerer())
                    .answer(config.models().getFirst(), ModelRequest.of(List.of(Message.user("hi", 1))), events::add);
            assertThat(answer.text()).isEqualTo("heard 1");
            assertThat(events).hasSize(5);
            assertThat(events.get(2))
                    .isInstanceOfSatisfying(
                            ModelEvent.Piece.class,
                            piece ->
                                    assertThat(piece.partial().message().text()).isEqualTo("heard 1"));
        }
    }
}
