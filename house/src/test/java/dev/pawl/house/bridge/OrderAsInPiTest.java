package dev.pawl.house.bridge;

import static dev.pawl.ai.demo.Script.Turn;
import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** What extensions do while events are told has its effect when it has it in pi. */
class OrderAsInPiTest extends DrivenExtension {
    private static final String ADDER =
            "pi.registerTool({ name: 'adder', description: 'Adds.', parameters: { type: 'object', properties: { b: {"
                    + " type: 'number' } }, required: ['b'] }, execute: async (id, params) => ({ content: [{ type:"
                    + " 'text', text: 'given ' + params.b }] }) });"
                    + "pi.on('tool_result', (event) => log('result', event.content[0].text));";

    /** Waits until the extension has written so many lines. */
    private Drive untilLogged(int count, String... texts) {
        return client -> {
            saying(texts).with(client);
            while (lines().size() < count) {
                Thread.sleep(20);
            }
        };
    }

    @Test
    void what_is_sent_at_the_end_joins_the_run_if_handlers_wait_for_nothing() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('agent_end', () => { if (sent++ === 0) pi.sendUserMessage('More', { deliverAs:"
                        + " 'followUp' }); });"
                        + "pi.on('input', async ({ source }, ctx) => { if (source === 'extension') { await null;"
                        + " log('asked', ctx.isIdle()); } });"
                        + "pi.on('agent_settled', () => log('settled'));",
                untilLogged(2, "Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("asked false", "settled");
    }

    @Test
    void what_is_sent_at_the_end_starts_a_run_of_its_own_if_a_handler_waits_for_a_timer() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('agent_end', () => { if (sent++ === 0) pi.sendUserMessage('More', { deliverAs:"
                        + " 'followUp' }); });"
                        + "pi.on('input', async ({ source }, ctx) => { if (source === 'extension') { await new"
                        + " Promise((resolve) => setTimeout(resolve, 1500)); log('asked', ctx.isIdle()); } });"
                        + "pi.on('before_agent_start', ({ prompt }) => log('starts', prompt));"
                        + "pi.on('agent_settled', () => log('settled'));",
                untilLogged(5, "Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("starts Go", "settled", "asked true", "starts More", "settled");
    }

    @Test
    void a_timer_waits_for_the_event_that_follows_without_a_pause() throws Exception {
        var log = logged(
                "pi.on('turn_end', () => { setTimeout(() => log('timer'), 0); });"
                        + "pi.on('agent_end', () => log('end'));",
                untilLogged(4, "Go", "On"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("end", "timer", "end", "timer");
    }

    @Test
    void what_is_appended_to_the_system_prompt_is_kept_as_a_section_of_it() throws Exception {
        var addenda = new ArrayList<String>();
        var log = logged(
                "pi.on('before_agent_start', ({ prompt, systemPromptOptions }) => { if (prompt === 'Go')"
                        + " systemPromptOptions.appendSystemPrompt += 'Be kind.'; });"
                        + "pi.on('before_agent_start', ({ systemPromptOptions, systemPrompt }) => log("
                        + "systemPromptOptions.appendSystemPrompt, systemPrompt.includes('Be kind.')));",
                client -> {
                    saying("Go", "On").with(client);
                    for (var message : client.send("get_messages").objects("messages")) {
                        if (message.get("sections") instanceof JsonObject sections && sections.has("addendum")) {
                            addenda.add(String.valueOf(sections.get("addendum")));
                        }
                    }
                },
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("Be kind. true", " false");
        assertThat(addenda).containsExactly("<addendum>\nBe kind.\n</addendum>", "null");
    }

    @Test
    void arguments_that_do_not_fit_may_be_mended_by_a_later_handler() throws Exception {
        var log = logged(
                ADDER + "pi.on('tool_call', (event) => { event.input.b = 'forty'; });"
                        + "pi.on('tool_call', (event) => { log('seen', event.input.b); event.input.b = 40; });",
                saying("Go"),
                Turn.calls(call("adder", JsonObject.of("b", 2))),
                Turn.text("Done."));
        assertThat(log).containsExactly("seen forty", "result given 40");
    }

    @Test
    void arguments_that_nobody_mends_are_refused() throws Exception {
        var log = logged(
                ADDER + "pi.on('tool_call', (event) => { event.input.b = 'forty'; });",
                saying("Go"),
                Turn.calls(call("adder", JsonObject.of("b", 2))),
                Turn.text("Done."));
        assertThat(log).isEmpty();
        assertThat(events)
                .filteredOn(event -> event.string("type", "").equals("tool_execution_end"))
                .allMatch(event -> event.bool("isError", false))
                .hasSize(1);
    }
}
