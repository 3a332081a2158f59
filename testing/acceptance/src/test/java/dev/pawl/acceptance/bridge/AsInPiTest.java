package dev.pawl.acceptance.bridge;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small things that extensions see, and clients that drive them, are as in pi. */
@Deep
class AsInPiTest extends DrivenExtension {
    @Test
    void a_command_that_still_waits_when_the_program_ends_has_not_failed() throws Exception {
        logged(
                "pi.registerCommand('wait', { handler: async () => { log('waits'); await new Promise(() =>"
                        + " setTimeout(() => {}, 600000)); } });",
                client -> {
                    client.state();
                    // It is answered when the command is done, which it never is.
                    Thread.ofVirtual().start(() -> {
                        try {
                            client.prompt("/wait");
                        } catch (Exception e) {
                            // The program has ended.
                        }
                    });
                    awaitLines(1);
                });
        assertThat(events).noneMatch(event -> "extension_error".equals(event.string("type")));
    }

    @Test
    void an_unknown_event_is_reported_on_standard_error_and_not_to_the_client() throws Exception {
        logged("pi.on('no_such_event', () => {});", saying());
        assertThat(types()).doesNotContain("extension_ui_request", "extension_error");
    }

    @Test
    void what_hooks_do_while_a_session_starts_is_not_reported_but_is_there() throws Exception {
        var names = new ArrayList<String>();
        logged(
                "pi.on('session_start', () => { pi.appendEntry('mark', 1); pi.setSessionName('mine'); });",
                client -> names.add(client.state().string("sessionName", "")));
        assertThat(names).containsExactly("mine");
        assertThat(types()).doesNotContain("entry_appended", "session_info_changed");
    }

    @Test
    void the_order_of_arguments_stays_and_a_result_shows_all_of_them() throws Exception {
        var log = logged(
                "pi.registerTool({ name: 'read', description: 'x', parameters: { type: 'object', properties: { path: {"
                    + " type: 'string' } } }, prepareArguments: (args) => ({ ...args, key: 'added' }), execute: async"
                    + " (id, params) => ({ content: [{ type: 'text', text: JSON.stringify(params) }] })"
                    + " });pi.on('tool_call', (event) => { log('call', event.input); event.input.path = 'b';"
                    + " });pi.on('tool_result', (event) => log('result', event.input, event.content[0].text));",
                saying("Go"),
                Turn.calls(call("read", JsonObject.of("path", "a"))),
                Turn.text("Done."));
        assertThat(log)
                .containsExactly(
                        "call {\"path\":\"a\",\"key\":\"added\"}",
                        "result {\"path\":\"b\",\"key\":\"added\"} {\"path\":\"b\",\"key\":\"added\"}");
    }

    @Test
    void a_tool_may_say_by_a_field_that_it_failed() throws Exception {
        var log = logged(
                "pi.registerTool({ name: 'odd', description: 'x', parameters: { type: 'object', properties: {} },"
                        + " execute: async () => ({ content: [{ type: 'text', text: 'said' }], isError: true }) });"
                        + "pi.on('tool_result', (event) => log(event.isError));",
                saying("Go"),
                Turn.calls(call("odd", JsonObject.empty())),
                Turn.text("Done."));
        assertThat(log).containsExactly("true");
    }

    @Test
    void a_gate_that_throws_what_is_no_error_blocks_and_says_so() throws Exception {
        var log = logged(
                "pi.on('tool_call', () => { throw 'a string'; });"
                        + "pi.on('message_end', ({ message }) => {"
                        + " if (message.role === 'toolResult') log(message.content[0].text); });",
                saying("Go"),
                Turn.calls(call("bash", JsonObject.of("command", "true"))),
                Turn.text("Done."));
        assertThat(log).containsExactly("Extension failed, blocking execution: a string");
    }

    @Test
    void active_tools_that_stay_keep_their_order_and_others_follow() throws Exception {
        var log = logged(
                "pi.on('session_start', () => { pi.setActiveTools(['write', 'grep', 'read', 'none']);"
                        + " log(pi.getActiveTools()); });",
                saying());
        assertThat(log).containsExactly("[\"read\",\"write\",\"grep\"]");
    }

    @Test
    void exec_takes_only_a_number_of_bytes_for_what_it_keeps_and_shows_characters_that_a_program_left_unfinished()
            throws Exception {
        var log = logged(
                "pi.on('session_start', async () => { for (const maxBuffer of [-1, 1.5, 'x']) await pi.exec('echo',"
                    + " ['hi'], { maxBuffer }).catch((e) => log(e.name)); const kept = await pi.exec('printf',"
                    + " ['abc\\\\303\\\\244'], { maxBuffer: 4 }); log(kept.stdout, kept.truncated, kept.code !== 0);"
                    + " log((await pi.exec('printf', ['abc\\\\303'])).stdout.charCodeAt(3)); });",
                saying());
        assertThat(log).containsExactly("RangeError", "RangeError", "RangeError", "abc true true", "65533");
    }

    @Test
    void commands_without_a_name_or_a_handler_are_refused() throws Exception {
        var log = logged(
                "for (const [name, options] of [['', { handler() {} }], [7, { handler() {} }], ['x', {}], ['y']])"
                        + " try { pi.registerCommand(name, options); log('taken'); } catch { log('refused'); }"
                        + "pi.on('session_start', () => {});",
                saying());
        assertThat(log).containsExactly("refused", "refused", "refused", "refused");
    }

    @Test
    void a_prompt_that_was_changed_for_a_triggered_run_stays_changed_behind_its_calls() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', ({ messageType, systemPrompt }) => messageType === 'custom' ? {"
                        + " systemPrompt: systemPrompt + ' ADDED' } : undefined);pi.on('before_provider_request', ({"
                        + " payload }) =>"
                        + " log(JSON.stringify(payload.messages[0]).includes('ADDED')));pi.registerCommand('go', {"
                        + " handler: () => pi.sendMessage({ customType: 'c', content: 'go on', display: true }, {"
                        + " triggerTurn: true }) });",
                client -> {
                    client.prompt("/go");
                    awaitLines(2);
                    client.state();
                },
                Turn.calls(call("bash", JsonObject.of("command", "true"))),
                Turn.text("Done."));
        assertThat(log).containsExactly("true", "true");
    }

    @Test
    void built_in_tools_say_so_by_their_source() throws Exception {
        var log = logged(
                "pi.on('session_start', () => log(pi.getAllTools().find(({ name }) => name ==="
                        + " 'read').sourceInfo.path));",
                saying());
        assertThat(log).containsExactly("builtin:read");
    }

    @Test
    void entries_of_no_known_type_are_seen_where_a_handler_put_them() throws Exception {
        var log = logged(
                "let first = true; pi.on('turn_end', () => first ? { entries: [{ type: 'nonsense' }] } :"
                    + " undefined);pi.on('turn_end', (event) => first ? { entries: [...event.entries, { type:"
                    + " 'custom', customType: 'c', data: 1 }] } : undefined);pi.on('turn_end', (event) => { if (first)"
                    + " log(event.entries.map(({ type }) => type)); first = false; });",
                saying("Go"),
                Turn.text("Done."));
        assertThat(log).containsExactly("[\"nonsense\",\"custom\"]");
    }

    @Test
    void a_tool_presents_those_beside_it_and_tells_what_it_reaches() throws Exception {
        var log = logged(
                "pi.registerTool({ name: 'guide', description: 'x', parameters: { type: 'object', properties: {} },"
                    + " annotations: { readOnlyHint: true }, reachesTools: (input) => [input.word], prepareLoadout: ({"
                    + " declared, callable, registered, getExposure, getPromptGuidelines }) => {  const lists ="
                    + " [declared, callable, registered].map((list) =>   list.some(({ name }) => name === 'read')); "
                    + " log(lists, registered.some(({ name }) => name === 'grep'), getExposure('read'),  "
                    + " Array.isArray(getPromptGuidelines('read')));  return { descriptions: { read: 'Guided.' },"
                    + " hiddenDeclarations: ['write'] }; }, execute: async () => ({ content: [] })"
                    + " });pi.on('before_provider_request', ({ payload }) => { const tools = payload.tools.map((tool)"
                    + " => tool.function); const { annotations, reachesTools } = pi.getAllTools().find(({ name }) =>"
                    + " name === 'guide'); log('asked', tools.find(({ name }) => name === 'read').description, "
                    + " tools.some(({ name }) => name === 'write'), pi.getActiveTools().includes('write'), "
                    + " annotations, reachesTools({ word: 'w' })); });",
                saying("Go"),
                Turn.text("Done."));
        assertThat(log)
                .contains("[true,true,true] true direct true")
                .last()
                .isEqualTo("asked Guided. false true {\"readOnlyHint\":true} [\"w\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {}                           | Validation failed for tool "odd"://  - word: missing//  - mode: missing
        {"word":"w","mode":"other"}  | Validation failed for tool "odd"://  - mode: expected one of ["fast","slow"]
        {"word":{},"mode":"fast"}    | Validation failed for tool "odd"://  - word: expected string, got object
        {"word":"w","mode":"fast","at":"x","x":1} | Validation failed for tool "odd"://  - at: expected integer, got string//  - x: unknown field
        {"word":"w","mode":"fast","list":[1,{}]}  | Validation failed for tool "odd"://  - list.1: expected number, got object
        {"word":"w","mode":"fast","kind":{"a":1}} | Validation failed for tool "odd"://  - kind.b: missing
        ["word"]                     | Invalid arguments for tool "odd": Tool arguments must be a JSON object
        """)
    void arguments_that_do_not_fit_are_refused_in_words_that_models_know(String arguments, String expected)
            throws Exception {
        var log = logged(
                "pi.registerTool({ name: 'odd', description: 'x', parameters: { type: 'object', additionalProperties:"
                    + " false, required: ['word', 'mode'], properties: { word: { type: 'string' }, mode: { enum:"
                    + " ['fast', 'slow'] }, at: { type: 'integer' }, list: { type: 'array', items: { type: 'number' }"
                    + " }, kind: { anyOf: [{ type: 'object', required: ['a', 'b'], properties: { a: {}, b: {} } },  {"
                    + " type: 'string' }] } } }, execute: async () => ({ content: [] }) });pi.on('message_end', ({"
                    + " message }) => { if (message.role === 'toolResult') log(message.content[0].text.split('\\n"
                    + "\\n"
                    + "')[0].split('\\n"
                    + "').join('//')); });",
                saying("Go"),
                Turn.calls(call("odd", arguments)),
                Turn.text("Done."));
        assertThat(log).containsExactly(expected);
    }

    @Test
    void names_that_newer_versions_export_are_there() throws Exception {
        var log = logged(
                "pi.registerCommand('names', { handler: async () => { const { VIRTUAL_MODEL_STATE_ENTRY,"
                    + " formatReadLineRange: range } =  await import('@earendil-works/pi-coding-agent'); const {"
                    + " calculateCost } = await import('@earendil-works/pi-ai/models'); log(VIRTUAL_MODEL_STATE_ENTRY,"
                    + " range(), range(5), range(5, 4), range(undefined, 3), range(null, null),  range(2, 0), typeof"
                    + " calculateCost); } });",
                running("/names"));
        assertThat(log).containsExactly("pi.virtual-model-state  :5 :5-8 :1-3  :2-1 function");
    }

    @Test
    void what_a_command_sends_starts_as_soon_as_the_command_waits() throws Exception {
        var log = logged(
                "pi.registerCommand('ask', { handler: async (args, ctx) => { pi.sendUserMessage('hello');"
                        + " log(ctx.isIdle()); await ctx.waitForIdle(); log('waited', ctx.isIdle()); } });"
                        + "pi.on('agent_end', () => log('end'));",
                saying("/ask", "Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).startsWith("true", "waited false", "end");
    }

    @Test
    void what_is_said_to_a_session_that_took_over_is_waited_for() throws Exception {
        var log = logged(
                "pi.registerCommand('again', { handler: async (args, ctx) => {"
                        + " await ctx.newSession({ withSession: async (next) => {"
                        + " await next.sendUserMessage('hello'); log('said'); } }); log('after'); } });"
                        + "pi.on('agent_settled', () => log('settled'));",
                saying("/again"),
                Turn.text("One."));
        assertThat(log).containsExactly("settled", "said", "after");
    }

    @Test
    void the_handlers_of_what_an_extension_says_come_one_after_the_other() throws Exception {
        var log = logged(
                "pi.on('input', (event) => log('one', event.text));"
                        + "pi.on('input', () => { log('two'); throw new Error('no'); });"
                        + "pi.on('input', async () => log('three'));"
                        + "pi.on('input', async () => log('four'));"
                        + "pi.registerCommand('ask', { handler: async (args, ctx) => {"
                        + " pi.sendUserMessage('hello'); log('sent'); await null; log('turn'); await ctx.waitForIdle();"
                        + " log('waited'); } });",
                saying("/ask", "Go"),
                Turn.text("One."),
                Turn.text("Two."));
        // The first is called at once, the second when the first is done, the third at once, for the second threw.
        assertThat(log).startsWith("one hello", "sent", "two", "three", "turn", "four", "waited");
    }

    @Test
    void timers_do_not_come_between_two_handlers_of_an_event() throws Exception {
        var log = logged(
                "pi.on('session_start', () => { setTimeout(() => log('timer')); log('one'); });"
                        + "pi.on('session_start', async () => log('two'));"
                        + "pi.on('session_start', () => log('three'));",
                saying("Go"),
                Turn.text("Done."));
        assertThat(log).containsExactly("one", "two", "three", "timer");
    }

    @Test
    void a_handler_of_what_an_extension_sets_is_called_at_once() throws Exception {
        var log = logged(
                "pi.on('session_info_changed', ({ name }) => log('name', name));"
                        + "pi.registerCommand('set', { handler: async () => {"
                        + " pi.setSessionName('mine'); log('named'); } });",
                client -> {
                    running("/set").with(client);
                    client.promptAndWait("Go");
                },
                Turn.text("Done."));
        assertThat(log).containsExactly("name mine", "named");
    }

    @Test
    void only_a_reload_runs_a_module_again() throws Exception {
        // What is kept on a function of the module lives as long as the module does.
        var log = logged(
                "log.loads = (log.loads ?? 0) + 1; log('load', log.loads);"
                        + "pi.registerCommand('fresh', { handler: async (args, ctx) => { await ctx.newSession(); } });"
                        + "pi.registerCommand('again', { handler: async (args, ctx) => { await ctx.reload(); } });",
                running("/fresh", "/again"));
        assertThat(log).containsExactly("load 1", "load 2", "load 1");
    }

    @Test
    void a_guideline_that_a_handler_adds_is_in_the_prompt_that_the_next_one_sees() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', (event) => { event.systemPromptOptions.promptGuidelines.push('Be kind.');"
                        + " });"
                        + "pi.on('before_agent_start', (event, ctx) => log(event.systemPrompt.includes('Be kind.'),"
                        + " ctx.getSystemPrompt() === event.systemPrompt));",
                saying("Go"),
                Turn.text("Done."));
        assertThat(log).containsExactly("true true");
    }

    @Test
    void only_cancel_that_is_true_stops_what_is_about_to_happen() throws Exception {
        var log = logged(
                "let answer = { cancel: 'yes' };"
                        + "pi.on('session_before_switch', () => answer);"
                        + "pi.registerCommand('again', { handler: async (args, ctx) => {"
                        + " answer = args === 'stop' ? { cancel: true } : { cancel: 'yes' };"
                        + " log(args, await ctx.newSession()); } });",
                running("/again stop", "/again go"));
        assertThat(log).containsExactly("stop {\"cancelled\":true}", "go {\"cancelled\":false}");
    }

    @Test
    void a_cancel_that_is_not_true_ends_the_event_for_the_handlers_after_it() throws Exception {
        var log = logged(
                "let answer;"
                        + "pi.on('session_before_switch', () => answer);"
                        + "pi.on('session_before_switch', () => { log('asked'); });"
                        + "pi.registerCommand('again', { handler: async (args, ctx) => {"
                        + " answer = args === 'any' ? { cancel: 'yes' } : undefined;"
                        + " log(args, await ctx.newSession()); } });",
                client -> {
                    running("/again any").with(client);
                    running("/again none").with(client);
                    awaitLines(3);
                });
        assertThat(log).containsExactly("any {\"cancelled\":false}", "asked", "none {\"cancelled\":false}");
    }

    @Test
    void a_cancel_that_is_not_true_keeps_no_hook_in_java_from_being_asked() throws Exception {
        var hooks = place.home().resolve(".pi/agent/hooks");
        // Java hooks stand in front of the handler that ends the event, and behind it.
        for (var name : List.of("Before", "Behind")) {
            NodePlace.write(
                    hooks.resolve((name.equals("Before") ? "a" : "c") + ".java"),
                    "import module dev.pawl.api;",
                    "import java.nio.file.*;",
                    "class " + name + " implements Hook {",
                    "    public void install(Host pi) {",
                    "        pi.on(HookPoints.SESSION_BEFORE_SWITCH, (change, ctx) -> {",
                    "            log(ctx, \"switch\");",
                    "            return change.proceed();",
                    "        });",
                    "        pi.on(HookPoints.SESSION_BEFORE_FORK, (fork, ctx) -> {",
                    "            log(ctx, \"fork\");",
                    "            return " + (name.equals("Before") ? "fork.proceed();" : "fork.cancel();"),
                    "        });",
                    "    }",
                    "    static void log(HookContext ctx, String word) throws Exception {",
                    "        Files.writeString(ctx.project().cwd().resolve(\"log.txt\"), \"" + name
                            + " \" + word + \"\\n\",",
                    "                StandardOpenOption.CREATE, StandardOpenOption.APPEND);",
                    "    }",
                    "}");
        }
        for (var name : List.of("b", "d")) {
            NodePlace.write(
                    hooks.resolve(name + ".ts"),
                    "import { appendFileSync } from 'node:fs';",
                    "export default (pi) => { for (const what of ['session_before_switch', 'session_before_fork'])",
                    "  pi.on(what, () => { appendFileSync('log.txt', '" + name + " ' + what + '\\n');",
                    "    return { cancel: 'yes' }; }); };");
        }
        var answers = new ArrayList<JsonObject>();
        var log = logged(
                "",
                client -> {
                    client.promptAndWait("Go");
                    var user =
                            client.send("get_fork_messages").objects("messages").getFirst();
                    answers.add(client.send("fork", JsonObject.of("entryId", user.string("entryId"))));
                    answers.add(client.send("new_session"));
                },
                Turn.text("Done."));
        assertThat(log)
                .containsExactly(
                        "Before fork",
                        "b session_before_fork",
                        "Behind fork",
                        "Before switch",
                        "b session_before_switch",
                        "Behind switch");
        assertThat(answers)
                .extracting(answer -> answer.bool("cancelled", false))
                .containsExactly(true, false);
    }

    @Test
    void a_prompt_that_a_handler_returned_is_sent_whatever_becomes_of_its_parts() throws Exception {
        var log = logged(
                "pi.on('before_agent_start', ({ systemPrompt }) => ({ systemPrompt: systemPrompt + ' Be brief.' }));"
                        + "pi.on('before_agent_start', ({ systemPromptOptions }) => {"
                        + " systemPromptOptions.promptGuidelines.push('Be kind.'); });"
                        + "pi.on('before_agent_start', ({ systemPrompt }) => log(systemPrompt.includes('Be brief.'),"
                        + " systemPrompt.includes('Be kind.')));"
                        + "pi.on('before_provider_request', ({ payload }) => { const text ="
                        + " JSON.stringify(payload.messages); log(text.includes('Be brief.'),"
                        + " text.includes('Be kind.')); });",
                saying("Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("true false", "true false");
    }

    @Test
    void what_is_sent_while_a_run_is_prepared_joins_it() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('before_agent_start', () => { if (sent++ === 0) pi.sendUserMessage('More', {"
                        + " deliverAs: 'steer' }); });"
                        + "pi.on('input', ({ source, streamingBehavior }, ctx) => { if (source === 'extension')"
                        + " log('input', String(streamingBehavior), ctx.isIdle()); });"
                        + "pi.on('agent_start', (_, ctx) => log('start', ctx.isIdle()));",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("input steer false", "start false");
    }

    @Test
    void what_is_sent_when_a_turn_or_the_run_ends_joins_the_run() throws Exception {
        var log = logged(
                "let turns = 0, ends = 0;"
                        + "pi.on('turn_end', () => { if (turns++ === 0) pi.sendUserMessage('more', { deliverAs:"
                        + " 'followUp' }); });"
                        + "pi.on('agent_end', () => { if (ends++ === 0) pi.sendUserMessage('last', { deliverAs:"
                        + " 'followUp' }); });"
                        + "pi.on('message_end', ({ message }) => log(message.role, message.content[0].text));"
                        + "pi.on('agent_settled', () => log('settled'));",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."),
                Turn.text("Three."));
        assertThat(log)
                .containsExactly(
                        "user Go",
                        "assistant One.",
                        "user more",
                        "assistant Two.",
                        "user last",
                        "assistant Three.",
                        "settled");
    }

    @Test
    void the_run_settles_when_those_who_may_prolong_it_are_done() throws Exception {
        var log = logged(
                "let asked = 0;"
                        + "pi.on('agent_before_settle', async () => { await new Promise((go) => setTimeout(go, 30));"
                        + " log('before'); if (asked++ === 0) return { continue: true, entries: [{ type:"
                        + " 'custom_message', customType: 'more', content: 'And?', display: true }] }; });"
                        + "pi.on('agent_settled', (event, ctx) => log('settled', ctx.isIdle()));",
                saying("Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).containsExactly("before", "before", "settled true");
    }

    @Test
    void of_two_compactions_that_handlers_bring_the_latest_counts() throws Exception {
        var log = logged(
                "for (const by of ['first', 'second']) pi.on('session_before_compact', ({ preparation }) => ({"
                        + " compaction: { summary: by, firstKeptEntryId: preparation.firstKeptEntryId, tokensBefore: 1"
                        + " } }));"
                        + "pi.on('session_compact', ({ compactionEntry }) => log(compactionEntry.summary));",
                client -> {
                    saying("Go", "On").with(client);
                    client.send("compact");
                },
                Turn.text("One ".repeat(40_000)),
                Turn.text("Two."));
        assertThat(log).containsExactly("second");
    }

    @Test
    void who_may_prolong_a_run_is_shown_what_the_handler_before_sent() throws Exception {
        var log = logged(
                "let sent = 0;"
                        + "pi.on('agent_before_settle', ({ context }) => { log('first', context.canContinue);"
                        + " if (sent++ === 0) pi.sendMessage({ customType: 'more', content: 'And?', display: true },"
                        + " { triggerTurn: false }); });"
                        + "pi.on('agent_before_settle', ({ context }) => log('second', context.canContinue));",
                saying("Go"),
                Turn.text("One."));
        assertThat(log).containsExactly("first false", "second true");
    }

    @Test
    void a_level_is_reported_to_handlers_before_the_setter_returns() throws Exception {
        var log = logged(
                "pi.on('thinking_level_select', ({ level, previousLevel }) => log('told', previousLevel, level));"
                        + "pi.registerCommand('level', { handler: async () => {"
                        + " pi.setThinkingLevel('high'); log('set', pi.getThinkingLevel()); } });",
                running("/level"));
        assertThat(log).containsExactly("told medium high", "set high");
    }

    @Test
    void that_a_turn_cannot_be_followed_by_another_is_reported_before_its_end() throws Exception {
        logged("pi.on('turn_end', () => ({ continue: true }));", saying("Go"), Turn.text("One."));
        assertThat(types()).containsSubsequence("message_end", "extension_error", "turn_end", "agent_end");
        assertThat(types()).containsOnlyOnce("extension_error");
    }

    @Test
    void a_session_can_be_cloned_right_after_it_was_forked() throws Exception {
        logged(
                "pi.on('session_start', ({ reason }) => log(reason));",
                client -> {
                    saying("Go", "On").with(client);
                    var second =
                            client.send("get_fork_messages").objects("messages").getLast();
                    client.send("fork", JsonObject.of("entryId", second.string("entryId")));
                    client.send("clone");
                    assertThat(client.send("get_messages").objects("messages"))
                            .extracting(message -> message.string("role"))
                            .containsExactly("system", "user", "assistant");
                },
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(lines()).containsExactly("startup", "fork", "fork");
    }
}
