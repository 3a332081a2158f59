package dev.pawl.acceptance.bridge;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What extensions do while events are told has its effect when it has it in pi. */
@Deep
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
            awaitLines(count);
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
    void a_level_that_each_handler_of_one_event_sets_is_told_before_the_handler_goes_on() throws Exception {
        var log = logged(
                "pi.on('thinking_level_select', async ({ level }) => log('told', level));"
                        + "pi.on('session_start', async () => { pi.setThinkingLevel('high'); log('set high'); });"
                        + "pi.on('session_start', () => { pi.setThinkingLevel('low'); log('set low'); });",
                saying("Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("told high", "set high", "told low", "set low");
    }

    @Test
    void handlers_of_the_end_of_a_turn_come_one_turn_of_promises_later_than_others() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('turn_end', () => { log('end one'); if (sent++ === 0) pi.sendUserMessage('More', {"
                        + " deliverAs: 'followUp' }); });"
                        + "for (const name of ['two', 'three']) pi.on('turn_end', () => log('end', name));"
                        + "for (const name of ['one', 'two', 'three', 'four', 'five']) pi.on('input', async ({ source"
                        + " }) => { if (source === 'extension') log('input', name); });",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log)
                .startsWith(
                        "end one",
                        "input one",
                        "input two",
                        "input three",
                        "end two",
                        "input four",
                        "input five",
                        "end three");
    }

    @Test
    void what_is_kept_before_the_agent_settles_is_answered_before_what_was_queued_then() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "const note = (content) => ({ customType: 'note', content, display: true });"
                        + "pi.on('agent_before_settle', () => { if (sent++ > 0) return;"
                        + " pi.sendMessage(note('kept'), { triggerTurn: false });"
                        + " pi.sendMessage(note('queued'), { deliverAs: 'followUp', triggerTurn: true }); });"
                        + "pi.on('context', ({ messages }) => log(messages.filter(({ role }) => role !== 'system')"
                        + ".map(({ content }) => content[0].text ?? content)));",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."),
                Turn.text("Three."));
        assertThat(log)
                .containsExactly(
                        "[\"Go\"]", "[\"Go\",\"One.\",\"kept\"]", "[\"Go\",\"One.\",\"kept\",\"Two.\",\"queued\"]");
    }

    @Test
    void a_command_goes_on_before_the_handlers_of_what_it_sent_but_for_the_first_run() throws Exception {
        int times = 8;
        var turns = new Turn[times];
        Arrays.fill(turns, Turn.text("Done."));
        var log = logged(
                "pi.registerCommand('ask', { handler: async (args, ctx) => { pi.sendUserMessage('hello');"
                        + " await ctx.waitForIdle(); log('waited', ctx.isIdle()); } });"
                        + "pi.on('before_agent_start', () => log('starts'));",
                client -> {
                    for (int i = 1; i <= times; i++) {
                        untilLogged(2 * i, "/ask").with(client);
                    }
                },
                turns);
        var expected = new ArrayList<>(List.of("starts", "waited false"));
        for (int i = 1; i < times; i++) {
            expected.addAll(List.of("waited false", "starts"));
        }
        assertThat(log).containsExactlyElementsOf(expected);
    }

    @Test
    void a_timer_waits_for_what_is_said_to_a_session_that_took_over() throws Exception {
        var log = logged(
                "pi.registerCommand('again', { handler: async (args, ctx) => {"
                        + " await ctx.newSession({ withSession: async (next) => {"
                        + " setTimeout(() => log('timer'), 0); await next.sendUserMessage('hello'); } }); } });"
                        + "pi.on('input', ({ source }) => { if (source === 'extension') log('input'); });"
                        + "pi.on('agent_end', () => log('end'));",
                untilLogged(3, "/again"),
                Turn.text("One."));
        assertThat(log).containsExactly("input", "timer", "end");
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
    void a_timer_waits_also_where_a_handler_took_itself_away() throws Exception {
        var log = logged(
                "const off = pi.on('turn_end', () => { off(); setTimeout(() => log('timer'), 0); });"
                        + "pi.on('agent_end', () => log('end'));",
                untilLogged(2, "Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("end", "timer");
    }

    @Test
    void handlers_of_the_results_of_two_calls_that_end_together_take_turns() throws Exception {
        // Each handler takes a while, because on a busy machine one result comes some time after the other.
        var log = logged(
                "let calls = 0; let end; const both = new Promise((resolve) => { end = resolve; });for (const name of"
                    + " ['one', 'two']) pi.registerTool({ name, description: name, parameters: { type: 'object',"
                    + " properties: {} }, execute: async () => { if (++calls === 2) end(); await both; return {"
                    + " content: [{ type: 'text', text: name }] }; } });for (const n of ['a', 'b', 'c'])"
                    + " pi.on('tool_result', async ({ toolName }) => { log(n, toolName); await new Promise((resolve)"
                    + " => setTimeout(resolve, 400)); });",
                saying("Go"),
                Turn.calls(call("one", JsonObject.empty()), call("two", JsonObject.empty())),
                Turn.text("Done."));
        // Which of two calls ends first is not said.
        assertThat(log).containsExactlyInAnyOrder("a one", "a two", "b one", "b two", "c one", "c two");
        assertThat(log.stream().map(line -> line.substring(0, 1))).containsExactly("a", "a", "b", "b", "c", "c");
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
    void a_tool_in_typescript_gets_arguments_that_are_not_corrected() throws Exception {
        var log = logged(
                ADDER + "pi.on('tool_call', (event) => { event.input.b = 'forty'; });",
                saying("Go"),
                Turn.calls(call("adder", JsonObject.of("b", 2))),
                Turn.text("Done."));
        assertThat(log).containsExactly("result given forty");
    }

    @Test
    void a_built_in_tool_does_not_get_arguments_that_are_not_corrected() throws Exception {
        var log = logged(
                "pi.on('tool_call', (event) => { event.input.timeout = 'soon'; });"
                        + "pi.on('tool_result', () => log('ran'));",
                saying("Go"),
                Turn.calls(call("bash", JsonObject.of("command", "echo one"))),
                Turn.text("Done."));
        assertThat(log).isEmpty();
        assertThat(events)
                .filteredOn(event -> event.string("type", "").equals("tool_execution_end"))
                .allMatch(event -> event.bool("isError", false))
                .hasSize(1);
    }

    /** In pi it depends on how many handlers there are: each takes turns of promises. */
    @ParameterizedTest
    @CsvSource({"5, 1", "1, 3"})
    void what_is_sent_at_the_end_waits_before_the_end_is_reported(int endHandlers, int inputHandlers) throws Exception {
        logged(
                "let sent = 0;"
                        + "for (let n = 1; n <= " + endHandlers + "; n++) pi.on('agent_end', () => { if (n === 1 &&"
                        + " sent++ === 0) pi.sendUserMessage('More', { deliverAs: 'followUp' }); });"
                        + "for (let n = 1; n <= " + inputHandlers + "; n++) pi.on('input', async () => {});",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(types())
                .filteredOn(type ->
                        List.of("agent_end", "queue_update", "agent_start").contains(type))
                .startsWith("agent_start", "queue_update", "agent_end");
    }

    @Test
    void handlers_that_are_asked_about_what_is_sent_take_turns_with_those_of_the_event() throws Exception {
        var log = logged(
                "let sent = 0;for (const n of ['a', 'b']) pi.on('agent_end', () => { if (sent === 0 || n === 'b')"
                    + " log('end', n); if (sent++ === 0) pi.sendUserMessage('More', { deliverAs: 'followUp' }); });for"
                    + " (const n of ['a', 'b']) pi.on('input', async ({ source }) => { if (source === 'extension')"
                    + " log('input', n); });",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).startsWith("end a", "input a", "input b", "end b");
    }

    @Test
    void a_name_that_a_session_has_already_is_reported_as_soon_as_any_other() throws Exception {
        var log = logged(
                "for (const n of ['a', 'b']) pi.on('agent_end', () => { log('end', n); if (n === 'a')"
                        + " pi.setSessionName('same'); });"
                        + "pi.on('session_info_changed', ({ name }) => log(name));",
                saying("Go", "On"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("end a", "same", "end b", "end a", "same", "end b");
    }

    @Test
    void what_a_handler_adds_to_the_prompt_comes_once_also_behind_a_section() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', ({ systemPromptOptions }) => { systemPromptOptions.appendSystemPrompt +="
                        + " 'Be kind.'; });"
                        + "pi.on('before_agent_start', ({ systemPrompt }) => ({ systemPrompt: systemPrompt + ' Be"
                        + " brief.' }));"
                        + "pi.on('before_provider_request', ({ payload }) => { const text ="
                        + " JSON.stringify(payload.messages); log(text.split('Be kind.').length - 1,"
                        + " text.split('Be brief.').length - 1); });",
                saying("Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("1 1");
    }

    @Test
    void while_hooks_are_asked_about_a_run_the_prompt_describes_the_tools_it_began_with() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', () => { pi.setActiveTools(['read']); });"
                        + "pi.on('before_agent_start', ({ systemPrompt }, ctx) => log(systemPrompt.includes('- bash:'),"
                        + " ctx.getSystemPrompt().includes('- bash:')));"
                        + "pi.on('agent_start', (_, ctx) => log(ctx.getSystemPrompt().includes('- bash:')));",
                saying("Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("true true", "false");
    }

    @Test
    void a_handler_that_is_registered_twice_sees_what_it_assigned() throws Exception {
        var log = logged(
                ADDER + "const twice = (event) => { log(event.isError); event.isError = true; };"
                        + "pi.on('tool_result', twice); pi.on('tool_result', twice);",
                saying("Go"),
                Turn.calls(call("adder", JsonObject.of("b", 2))),
                Turn.text("Done."));
        assertThat(log).containsExactly("result given 2", "false", "true");
    }

    @Test
    void what_a_handler_returns_counts_more_than_what_was_assigned_before() throws Exception {
        var log = logged(
                ADDER + "pi.on('tool_result', (event) => { event.isError = true; });"
                        + "pi.on('tool_result', () => ({ isError: false }));"
                        + "pi.on('tool_result', (event) => log(event.isError));",
                saying("Go"),
                Turn.calls(call("adder", JsonObject.of("b", 2))),
                Turn.text("Done."));
        assertThat(log).containsExactly("result given 2", "false");
    }

    @Test
    void of_two_messages_that_steer_at_the_end_each_is_answered() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('agent_before_settle', () => { if (sent++ === 0) for (const content of ['One?',"
                        + " 'Two?']) pi.sendMessage({ customType: 'more', content, display: true }, { deliverAs:"
                        + " 'steer' }); });"
                        + "pi.on('turn_end', ({ message }) => log(message.content[0].text));",
                saying("Go"),
                Turn.text("Zero."),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("Zero.", "One.", "Two.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pi.sendUserMessage('More', { deliverAs: 'steer' });",
                "pi.sendUserMessage('More', { deliverAs: 'followUp' });",
                "pi.sendMessage({ customType: 'more', content: 'More', display: true }, { deliverAs: 'steer' });",
                "pi.sendMessage({ customType: 'more', content: 'More', display: true }, { triggerTurn: true });",
                "pi.sendMessage({ customType: 'more', content: 'More', display: true });"
            })
    void what_is_sent_at_the_end_of_a_run_is_answered_before_handlers_may_prolong_it(String send) throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('agent_end', ({ messages }) => { log('end', messages.length); if (sent++ === 0) { "
                        + send + " } });"
                        + "pi.on('agent_before_settle', () => log('before settle'));"
                        + "pi.on('agent_settled', () => log('settled'));",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("end 3", "end 2", "before settle", "settled");
    }

    @Test
    void the_handlers_that_follow_see_an_entry_that_cannot_be_added() throws Exception {
        var log = logged(
                "pi.on('turn_end', () => ({ entries: [{ type: 'nonsense' }] }));"
                        + "pi.on('turn_end', ({ entries }) => log(entries));",
                saying("Go", "On"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("[{\"type\":\"nonsense\"}]", "[{\"type\":\"nonsense\"}]");
    }

    @Test
    void events_that_handlers_cause_beside_timers_hold_nothing_up() throws Exception {
        var log = logged(
                "let names = 0;"
                        + "for (const event of ['turn_end', 'agent_end', 'agent_settled']) for (const by of ['a', 'b'])"
                        + " pi.on(event, async () => { setTimeout(() => {}, 1); if (by === 'a') pi.setSessionName('n' +"
                        + " names++); await null; });"
                        + "for (const by of ['a', 'b']) pi.on('session_info_changed', async ({ name }) => { setTimeout("
                        + "() => {}, 1); log(by, name); });",
                untilLogged(12, "Go", "On"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log)
                .containsExactlyInAnyOrder(
                        "a n0", "b n0", "a n1", "b n1", "a n2", "b n2", "a n3", "b n3", "a n4", "b n4", "a n5", "b n5");
    }

    @Test
    void the_first_run_of_a_conversation_asks_a_handler_before_the_call_that_starts_it_returns() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', () => log('asked'));"
                        + "pi.registerCommand('go', { handler: async () => { pi.sendMessage({ customType: 'note',"
                        + " content: 'Go', display: true }, { triggerTurn: true }); log('returned'); } });",
                client -> {
                    client.state();
                    for (int lines : new int[] {2, 4}) {
                        client.prompt("/go");
                        awaitLines(lines);
                        Await.until(
                                "the agent rests",
                                () -> !Boolean.TRUE.equals(client.state().get("isStreaming")));
                    }
                },
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("asked", "returned", "returned", "asked");
    }

    @Test
    void what_an_input_handler_sends_comes_before_the_prompt_which_is_refused() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('input', ({ source }) => { if (source === 'rpc' && sent++ === 0)"
                        + " pi.sendUserMessage('Instead', { deliverAs: 'followUp' }); });"
                        + "pi.on('message_end', ({ message }) => { if (message.role === 'user')"
                        + " log(message.content[0].text); });"
                        + "pi.on('agent_settled', () => log('settled'));",
                client -> {
                    client.state();
                    assertThatThrownBy(() -> client.prompt("Go")).hasMessageContaining("already processing");
                    awaitLines(2);
                    client.promptAndWait("Go");
                },
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("Instead", "settled", "Go", "settled");
    }

    @Test
    void what_an_input_handler_sends_to_steer_comes_behind_what_it_sent_to_start_the_run() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('input', async () => { await new Promise((resolve) => setTimeout(resolve, 3));"
                        + " if (sent++ > 0) return;"
                        + " pi.sendMessage({ customType: 'note', content: 'starts', display: true }, { triggerTurn:"
                        + " true });"
                        + " pi.sendMessage({ customType: 'note', content: 'steers', display: true }, { deliverAs:"
                        + " 'steer' }); });"
                        + "pi.on('context', ({ messages }) => log(messages.filter(({ role }) => role === 'custom')"
                        + ".map(({ content }) => content)));"
                        + "pi.on('agent_settled', () => log('settled'));",
                client -> {
                    client.state();
                    assertThatThrownBy(() -> client.prompt("Go")).hasMessageContaining("already processing");
                    awaitLines(2);
                },
                Turn.text("One."));
        assertThat(log).containsExactly("[\"starts\",\"steers\"]", "settled");
    }

    @Test
    void a_reload_keeps_the_model_and_the_level_in_use() throws Exception {
        var log = logged(
                "pi.registerProvider('mine', { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', api: 'openai-completions',"
                        + " models: [{ id: 'm2', name: 'm2', reasoning: true, input: ['text'], cost: { input: 0,"
                        + " output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 8000, maxTokens: 1000 }] });"
                        + "pi.registerCommand('other', { handler: async (args, ctx) => {"
                        + " await pi.setModel(ctx.modelRegistry.find('mine', 'm2')); pi.setThinkingLevel('low');"
                        + " log(ctx.model.id, pi.getThinkingLevel()); } });"
                        + "pi.registerCommand('again', { handler: async (args, ctx) => { await ctx.reload(); } });"
                        + "pi.on('session_start', ({ reason }, ctx) => { if (reason === 'reload')"
                        + " log(ctx.model.id, pi.getThinkingLevel()); });",
                running("/other", "/again"));
        assertThat(log).containsExactly("m2 low", "m2 low");
    }
}
