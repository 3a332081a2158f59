package dev.pawl.house.bridge;

import static dev.pawl.ai.demo.Script.Turn;
import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.api.json.JsonObject;
import dev.pawl.client.RpcClient;
import dev.pawl.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small things that extensions see, and clients that drive them, are as in pi. */
class AsInPiTest {
    @TempDir
    Path dir;

    private NodePlace place;
    private final List<JsonObject> events = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void findPackages() throws IOException {
        place = NodePlace.in(dir);
    }

    @FunctionalInterface
    private interface Drive {
        void with(RpcClient client) throws Exception;
    }

    /** Drives the program with one extension; what that writes with {@code log} is returned, line by line. */
    private List<String> logged(String body, Drive drive, Script.Turn... turns) throws Exception {
        var hook = dir.resolve("hook.ts");
        NodePlace.write(
                hook,
                "import { appendFileSync } from 'node:fs';",
                "const log = (...words) => appendFileSync('log.txt', words.map((word) => typeof word === 'string' ?"
                        + " word : JSON.stringify(word)).join(' ') + '\\n"
                        + "');",
                "export default (pi) => { " + body + " };");
        try (var model = ScriptedModel.playing(turns)) {
            var process = place.pawl(model)
                    .start("--mode", "rpc", "--model", "scripted/" + ScriptedModel.MODEL, "--hook", hook.toString());
            try (var client = RpcClient.of(process)) {
                client.onEvent(events::add);
                drive.with(client);
            }
            assertThat(process.waitFor()).isZero();
        }
        var log = place.project().resolve("log.txt");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    private static Drive saying(String... texts) {
        return client -> {
            client.state();
            for (var text : texts) {
                client.promptAndWait(text);
            }
        };
    }

    private List<String> types() {
        synchronized (events) {
            return events.stream().map(event -> event.string("type", "")).toList();
        }
    }

    @Test
    void an_unknown_event_is_told_on_standard_error_and_not_to_the_client() throws Exception {
        logged("pi.on('no_such_event', () => {});", saying());
        assertThat(types()).doesNotContain("extension_ui_request", "extension_error");
    }

    @Test
    void what_hooks_do_while_a_session_starts_is_not_told_but_is_there() throws Exception {
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
    void active_tools_are_named_in_the_order_they_were_asked_for() throws Exception {
        var log = logged(
                "pi.on('session_start', () => { pi.setActiveTools(['write', 'grep', 'read', 'none']);"
                        + " log(pi.getActiveTools()); });",
                saying());
        assertThat(log).containsExactly("[\"write\",\"grep\",\"read\"]");
    }

    @Test
    void what_a_command_sends_starts_when_the_command_has_let_go() throws Exception {
        var log = logged(
                "pi.registerCommand('ask', { handler: async (args, ctx) => { pi.sendUserMessage('hello');"
                        + " log(ctx.isIdle()); await ctx.waitForIdle(); log('waited', ctx.isIdle()); } });"
                        + "pi.on('agent_end', () => log('end'));",
                saying("/ask", "Go"),
                Turn.text("One."),
                Turn.text("Two."));
        assertThat(log).startsWith("true", "waited true", "end");
    }

    @Test
    void what_is_said_to_a_session_that_took_over_is_waited_for() throws Exception {
        var log = logged(
                "pi.registerCommand('anew', { handler: async (args, ctx) => {"
                        + " await ctx.newSession({ withSession: async (next) => {"
                        + " await next.sendUserMessage('hello'); log('said'); } }); log('after'); } });"
                        + "pi.on('agent_settled', () => log('settled'));",
                saying("/anew"),
                Turn.text("One."));
        assertThat(log).containsExactly("settled", "said", "after");
    }
}
