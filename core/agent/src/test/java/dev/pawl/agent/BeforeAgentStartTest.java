package dev.pawl.agent;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeforeAgentStartTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    @Test
    void messages_of_all_handlers_are_kept_in_order_behind_the_prompt_and_sent() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Yes."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, _) -> event.inject(HookMessage.of("one", "first"))))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, _) -> event.inject(HookMessage.of("two", "second"))))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(1)).containsExactly("user: Hi", "user: first", "user: second");
            assertThat(it.entries())
                    .filteredOn(Entry.CustomMessage.class::isInstance)
                    .extracting(entry -> ((Entry.CustomMessage) entry).customType())
                    .containsExactly("one", "two");
            assertThat(it.entries().stream().map(BeforeAgentStartTest::kind).toList())
                    .containsSubsequence("user", "custom_message", "custom_message", "assistant");
        }
    }

    private static String kind(Entry entry) {
        return entry instanceof Entry.MessageEntry said ? said.message().role() : entry.type();
    }

    @Test
    void a_system_prompt_is_seen_and_replaced_by_the_next_handler_and_holds_for_one_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) -> "force".equals(event.prompt()) ? event.withSystemPrompt("A") : event))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    if (!"force".equals(event.prompt())) {
                        return event;
                    }
                    recorded.add(event.systemPrompt());
                    recorded.add(ctx.messages().systemPrompt());
                    return event.withSystemPrompt(event.systemPrompt() + "+B");
                }))
                .start()) {
            it.prompt("force");
            assertThat(recorded).containsExactly("A", "A");
            assertThat(it.systemPrompt(1)).isEqualTo("A+B");
            assertThat(it.request(1).objects("tools")).isNotEmpty();
            it.prompt("plain");
            assertThat(it.systemPrompt(2)).startsWith("You").contains("<tools>").doesNotContain("A+B");
        }
    }

    @Test
    void the_first_handler_finds_the_prompt_as_it_is_without_hooks() throws Exception {
        var seen = new AtomicReference<BeforeAgentStart>();
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    seen.set(event);
                    recorded.add(ctx.messages().systemPrompt());
                    return event;
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly(seen.get().systemPrompt());
            assertThat(it.systemPrompt(1)).isEqualTo(seen.get().systemPrompt());
            assertThat(seen.get().prompt()).isEqualTo("Hi");
            assertThat(seen.get().trigger()).isNull();
        }
    }

    @Test
    void what_two_handlers_append_to_the_prompt_follows_in_order() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) -> event.prompt() == null || event.prompt().equals("plain")
                                ? event
                                : event.appendSystemPrompt("First rule.")))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) -> event.prompt() == null || event.prompt().equals("plain")
                                ? event
                                : event.appendSystemPrompt("Second rule.")))
                .start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).contains("<tools>").endsWith("\n\nFirst rule.\n\nSecond rule.");
            it.prompt("plain");
            assertThat(it.systemPrompt(2)).contains("<tools>").doesNotContain("rule.");
        }
    }

    @Test
    void an_appended_paragraph_stands_behind_a_section_of_another_hook() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) ->
                                event.withOptions(event.systemPromptOptions().withSection("team", "We are three."))))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, _) -> event.appendSystemPrompt("Be kind.")))
                .start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1))
                    .contains("<team>\nWe are three.\n</team>")
                    .endsWith("\n\nBe kind.");
        }
    }

    @Test
    void a_section_of_a_hook_is_sent_and_kept_as_a_change_of_that_section_alone() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) -> "with".equals(event.prompt())
                                ? event.withOptions(event.systemPromptOptions().withSection("team", "We are three."))
                                : event))
                .start()) {
            it.prompt("without");
            it.prompt("with");
            assertThat(it.systemPrompt(2)).isEqualTo(it.systemPrompt(1) + "\n\n<team>\nWe are three.\n</team>");
            it.prompt("without");
            assertThat(it.systemPrompt(3)).isEqualTo(it.systemPrompt(1));
            var prompts = prompts(it);
            assertThat(prompts).hasSize(3);
            assertThat(prompts.get(1).sections()).containsOnlyKeys("team");
            assertThat(prompts.get(1).toolsAdded()).isEmpty();
            assertThat(prompts.get(2).sections()).containsOnlyKeys("team").containsEntry("team", null);
        }
    }

    private static List<Message.SystemPrompt> prompts(TestAgent it) throws Exception {
        return it.entries().stream()
                .filter(entry ->
                        entry instanceof Entry.MessageEntry said && said.message() instanceof Message.SystemPrompt)
                .map(entry -> (Message.SystemPrompt) ((Entry.MessageEntry) entry).message())
                .toList();
    }

    @Test
    void a_guideline_and_a_left_out_section_change_the_prompt_of_the_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(
                        BEFORE_AGENT_START,
                        (event, _) -> event.withOptions(event.systemPromptOptions()
                                .withGuideline("Speak in rhymes.")
                                .withoutSection("docs"))))
                .start()) {
            it.prompt("Hi");
            assertThat(it.systemPrompt(1)).contains("- Speak in rhymes.").doesNotContain("<docs>");
        }
    }

    @Test
    void tools_that_a_handler_activates_count_for_the_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    ctx.tools().setActive(List.of("read", "grep"));
                    return event;
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(tools(it, 1)).containsExactly("read", "grep");
            assertThat(it.systemPrompt(1)).contains("- grep:").doesNotContain("- bash:");
        }
    }

    @Test
    void tools_selected_in_the_options_win_over_those_that_a_handler_activates() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    ctx.tools().setActive(List.of("read", "grep"));
                    return event.withOptions(event.systemPromptOptions().withSelectedTools(List.of("read", "ls")));
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(tools(it, 1)).containsExactly("read", "ls");
        }
    }

    private static List<String> tools(TestAgent it, int request) {
        return it.request(request).objects("tools").stream()
                .map(tool -> tool.object("function").string("name", ""))
                .toList();
    }

    @Test
    void a_message_that_starts_a_run_is_reported_in_place_of_a_prompt() throws Exception {
        var seen = new AtomicReference<BeforeAgentStart>();
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Noted."))
                .hook(pi -> {
                    pi.on(
                            SESSION_START,
                            (_, ctx) -> ctx.messages().send(HookMessage.of("news", "It rains."), Delivery.TRIGGER));
                    pi.on(BEFORE_AGENT_START, (event, _) -> {
                        seen.set(event);
                        return event;
                    });
                })
                .start()) {
            it.agent.waitForIdle();
            assertThat(seen.get().prompt()).isNull();
            assertThat(seen.get().trigger()).isNotNull();
            assertThat(seen.get().trigger().customType()).isEqualTo("news");
            assertThat(it.sentMessages(1)).containsExactly("user: It rains.");
        }
    }

    @Test
    void the_images_of_a_prompt_are_shown_to_handlers() throws Exception {
        var seen = new AtomicReference<BeforeAgentStart>();
        try (var it = TestAgent.in(dir)
                .model(Turn.text("A dot."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, _) -> {
                    seen.set(event);
                    return event;
                }))
                .start()) {
            it.agent.prompt(Prompt.of("What is this?").withImages(List.of(DOT)));
            assertThat(seen.get().images()).containsExactly(DOT);
            assertThat(it.request(1).toString()).contains(DOT.data());
        }
    }

    /** One pixel. */
    private static final Content.Image DOT = new Content.Image(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "image/png",
            JsonObject.empty());
}
