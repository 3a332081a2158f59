package dev.pawl.agent;

import static dev.pawl.agent.CompactionTest.compactions;
import static dev.pawl.agent.CompactionTest.small;
import static dev.pawl.agent.CompactionTest.summaryAsked;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.hooks.remote.RemoteHandlers;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionHooksTest {
    @TempDir
    Path dir;

    /** A hook whose handlers run in another process, as those of extensions do. */
    private static final class Apart implements Hook, RemoteHandlers {
        private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void install(Host pi) {
            Handler handler = () -> this;
            pi.onNamed("before_provider_headers", handler, null);
            pi.onNamed("before_provider_request", handler, null);
        }

        @Override
        public Round call(List<Handler> handlers, Object event, IntFunction<HookContext> contexts) {
            recorded.add(event instanceof BeforeProviderHeaders ? "headers" : "request");
            return new Round() {
                @Override
                public int size() {
                    return 1;
                }

                @Override
                public @Nullable Object answer(int place) {
                    return null;
                }

                @Override
                public void end() {}
            };
        }
    }

    @Test
    void of_a_request_for_a_summary_extensions_see_the_headers_only() throws Exception {
        var apart = new Apart();
        try (var it = TestAgent.in(dir)
                .model(Script.of(Turn.text("One."), Turn.text("Two."))
                        .aside(CompactionTest.SUMMARISER, Turn.text("SUMMARY")))
                .settings(CompactionTest.settings(16_384, 3))
                .hook(apart)
                .start()) {
            it.prompt("question 1").prompt("question 2");
            apart.recorded.clear();
            it.agent.compact(null);
            assertThat(compactions(it)).hasSize(1);
            assertThat(apart.recorded).containsExactly("headers");
        }
    }

    @Test
    void a_message_that_a_hook_sends_during_a_compaction_is_kept_and_starts_no_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(Turn.text("One."), Turn.text("Two."), Turn.text("Never."))
                        .aside(CompactionTest.SUMMARISER, Turn.text("SUMMARY")))
                .settings(CompactionTest.settings(16_384, 3))
                .hook(pi -> {
                    pi.on(HookPoints.SESSION_BEFORE_COMPACT, (event, ctx) -> {
                        ctx.messages().send(HookMessage.of("note", "before"));
                        return event.proceed();
                    });
                    pi.on(
                            HookPoints.SESSION_COMPACT,
                            (event, ctx) -> ctx.messages().send(HookMessage.of("note", "after")));
                })
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.compact(null);
            it.agent.waitForIdle();
            assertThat(compactions(it)).hasSize(1);
            assertThat(it.requests()).isEqualTo(3);
            assertThat(it.agent.messages())
                    .filteredOn(Message.Custom.class::isInstance)
                    .extracting(Message::text)
                    .containsExactly("before", "after");
        }
    }

    @Test
    void a_hook_calls_a_compaction_off() throws Exception {
        var recorded = new ArrayList<String>();
        try (var it = small(dir, Turn.text("One."), Turn.text("Two.").usage(9_500, 10))
                .hook(pi -> {
                    pi.on(HookPoints.SESSION_BEFORE_COMPACT, (event, ctx) -> event.cancel());
                    pi.on(HookPoints.AUTO_COMPACTION_START, (event, ctx) -> recorded.add("start " + event.reason()));
                    pi.on(HookPoints.AUTO_COMPACTION_END, (event, ctx) -> recorded.add("end " + event.aborted()));
                    pi.on(
                            HookPoints.SESSION_COMPACT_FAILED,
                            (event, ctx) -> recorded.add("failed " + event.aborted() + " " + event.errorMessage()));
                })
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(recorded).containsExactly("start THRESHOLD", "end true", "failed true null");
            assertThat(compactions(it)).isEmpty();
            assertThat(it.of(AgentEvent.CompactionEnded.class).getFirst().aborted())
                    .isTrue();
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_summary_of_a_hook_is_kept_as_it_is() throws Exception {
        var fromHook = new ArrayList<Boolean>();
        try (var it = small(dir, Turn.text("One."), Turn.text("Two.").usage(9_500, 10), Turn.text("Three."))
                .hook(pi -> {
                    pi.on(
                            HookPoints.SESSION_BEFORE_COMPACT,
                            (event, ctx) -> event.summarizedAs(new CompactionResult(
                                    "mine",
                                    "not there",
                                    5,
                                    null,
                                    JsonObject.of("mine", true),
                                    JsonObject.of("kept", 1))));
                    pi.on(HookPoints.SESSION_COMPACT, (event, ctx) -> fromHook.add(event.fromHook()));
                    pi.on(HookPoints.SESSION_COMPACTING, (event, ctx) -> {
                        throw new IllegalStateException("not to be asked");
                    });
                })
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3");
            var entry = compactions(it).getFirst();
            assertThat(entry.summary()).isEqualTo("mine");
            assertThat(entry.firstKeptEntryId()).isEqualTo("not there");
            assertThat(entry.details()).isEqualTo(JsonObject.of("mine", true));
            assertThat(entry.preserveData()).isEqualTo(JsonObject.of("kept", 1));
            assertThat(entry.fromHook()).isTrue();
            assertThat(fromHook).containsExactly(true);
            assertThat(it.errors()).isEmpty();
            assertThat(it.sentMessages(3)).hasSize(2).last().isEqualTo("user: question 3");
        }
    }

    @Test
    void a_hook_that_fails_leaves_the_summary_to_the_house() throws Exception {
        try (var it = small(dir, Turn.text("One."), Turn.text("Two.").usage(9_500, 10))
                .hook(pi -> pi.on(HookPoints.SESSION_BEFORE_COMPACT, (event, ctx) -> {
                    throw new IllegalStateException("broken");
                }))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(compactions(it)).extracting(Entry.Compaction::summary).containsExactly("## Goal\nto be brief");
            assertThat(it.errors()).hasSize(1);
        }
    }

    @Test
    void hooks_tell_the_summariser_more_and_the_last_answer_counts_as_a_whole() throws Exception {
        try (var it = small(dir, Turn.text("One."), Turn.text("Two.").usage(9_500, 10))
                .hook(pi -> {
                    pi.on(
                            HookPoints.SESSION_COMPACTING,
                            (event, ctx) -> event.answer(List.of("lost"), "lost prompt", JsonObject.of("lost", 1)));
                    pi.on(
                            HookPoints.SESSION_COMPACTING,
                            (event, ctx) -> event.answer(
                                    List.of("line one", "line two"), "Write a haiku.", JsonObject.of("kept", 2)));
                })
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(summaryAsked(it, 1))
                    .contains("<additional-context>\\n"
                            + "- line one\\n"
                            + "- line two\\n"
                            + "</additional-context>\\n"
                            + "\\n"
                            + "Write a haiku.")
                    .doesNotContain("lost")
                    .doesNotContain("Critical Context");
            assertThat(compactions(it).getFirst().preserveData()).isEqualTo(JsonObject.of("kept", 2));
        }
    }

    @Test
    void what_hooks_hide_from_the_model_is_not_in_the_summary_either() throws Exception {
        try (var it = small(dir, Turn.text("One."), Turn.text("Two.").usage(9_500, 10))
                .hook(pi -> pi.on(
                        HookPoints.CONTEXT,
                        (event, ctx) -> event.withMessages(event.messages().stream()
                                .map(message -> message.text().equals("question 1")
                                        ? Message.user("[Summary]\n\npopped", 0)
                                        : message)
                                .toList())))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(summaryAsked(it, 1)).contains("popped").contains("One.").doesNotContain("question 1");
        }
    }

    @Test
    void a_message_that_hooks_change_stays_in_the_part_of_the_turn_that_is_cut() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(
                                Turn.text("One."), Turn.calls(Script.call("ls", JsonObject.empty())), Turn.text("Two."))
                        .aside(CompactionTest.SUMMARISER, Turn.text("PART")))
                .settings(CompactionTest.settings(16_384, 1))
                .hook(pi -> pi.on(
                        HookPoints.CONTEXT,
                        (event, ctx) -> event.withMessages(event.messages().stream()
                                .map(message -> message instanceof Message.User
                                        ? Message.user(message.text() + " (changed)", 0)
                                        : message)
                                .toList())))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.compact(null);
            assertThat(summaryAsked(it, 1))
                    .contains("question 1 (changed)")
                    .contains("One.")
                    .doesNotContain("question 2");
            assertThat(summaryAsked(it, 2)).contains("question 2 (changed)");
        }
    }

    @Test
    void a_conversation_that_was_popped_is_summarised_as_popped() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Script.of(Turn.text("One."), Turn.text("Two."), Turn.text("Three."), Turn.text("Four."))
                        .aside(CompactionTest.SUMMARISER, Turn.text("CAPTURED")))
                .settings(CompactionTest.settings(16_384, 3))
                .hook(pi -> {
                    pi.command("pop", "Go back to the second question", ctx -> {
                        int back = ctx.session().indexed().stream()
                                .map(entry -> entry instanceof Entry.MessageEntry said
                                        ? said.message().text()
                                        : "")
                                .toList()
                                .indexOf("question 2");
                        ctx.session()
                                .save(JsonObject.of("type", "stack_pop", "backToIndex", back)
                                        .with("summary", "POPPED"));
                        return Outcome.nothing();
                    });
                    pi.on(HookPoints.CONTEXT, (event, ctx) -> {
                        int pop = -1;
                        int back = 0;
                        for (int i = 0; i < event.entries().size(); i++) {
                            if (event.entries().get(i) instanceof Entry.Other other
                                    && other.type().equals("stack_pop")) {
                                pop = i;
                                back = other.fields().integer("backToIndex", 0);
                            }
                        }
                        var messages = new ArrayList<Message>();
                        for (var one : event.contextMessages()) {
                            var place = one.entryIndex();
                            if (pop < 0 || place == null || place < back || place > pop) {
                                messages.add(one.message());
                            } else if (place == back) {
                                messages.add(Message.user("[Summary]\n\nPOPPED", 0));
                            }
                        }
                        return pop < 0 ? event : event.withMessages(messages);
                    });
                })
                .start()) {
            it.prompt("question 1")
                    .prompt("question 2")
                    .prompt("/pop")
                    .prompt("question 3")
                    .prompt("question 4");
            assertThat(it.sentMessages(3))
                    .containsExactly(
                            "user: question 1", "assistant: One.", "user: [Summary]\n\nPOPPED", "user: question 3");
            it.agent.compact(null);
            assertThat(summaryAsked(it, 1))
                    .contains("question 1")
                    .contains("POPPED")
                    .doesNotContain("question 2");
            // Without the hook the session still says what the compaction captured, and the raw entry is in the file.
            assertThat(it.agent.session().contextMessages())
                    .extracting(one -> one.message().text())
                    .contains("CAPTURED")
                    .doesNotContain("question 2", "Two.");
            assertThat(it.entries()).anyMatch(entry -> entry.type().equals("stack_pop"));
        }
    }
}
