package dev.pawl.acceptance.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.program.RpcClient;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** A client that sends one command after another, and waits for no answer, has them begin in that order. */
@Deep
class ArrivalOrderTest extends DrivenExtension {
    private static final String HANDLED =
            "pi.on('input', ({ text }) => { log('input', text); return { action: 'handled' }; });";

    private static void write(RpcClient client, String text) throws Exception {
        client.write(JsonObject.of("type", "prompt", "message", text));
    }

    private Drive untilLogged(int count, Drive drive) {
        return client -> {
            client.state();
            drive.with(client);
            awaitLines(count);
        };
    }

    @Test
    void commands_and_prompts_reach_their_handlers_as_they_arrived() throws Exception {
        int pairs = 40;
        var expected = new ArrayList<String>();
        for (int i = 0; i < pairs; i++) {
            expected.add("note " + i);
            expected.add("input " + i);
        }
        var log = logged(
                "pi.registerCommand('note', { handler: async (args) => { log('note', args); } });" + HANDLED,
                untilLogged(2 * pairs, client -> {
                    for (int i = 0; i < pairs; i++) {
                        write(client, "/note " + i);
                        write(client, String.valueOf(i));
                    }
                }));
        assertThat(log).containsExactlyElementsOf(expected);
    }

    @Test
    void a_command_that_waits_holds_back_neither_prompts_nor_other_commands() throws Exception {
        var log = logged(
                "let end;"
                        + "pi.registerCommand('wait', { handler: async () => { log('waits');"
                        + " await new Promise((resolve) => { end = resolve; }); log('goes on'); } });"
                        + "pi.registerCommand('end', { handler: async () => end() });"
                        + HANDLED,
                untilLogged(4, client -> {
                    for (var text : new String[] {"/wait", "One", "Two", "/end"}) {
                        write(client, text);
                    }
                }));
        assertThat(log).containsExactly("waits", "input One", "input Two", "goes on");
    }

    @Test
    void what_changes_the_session_is_done_before_what_was_sent_after_it() throws Exception {
        int names = 40;
        var expected = new ArrayList<String>();
        for (int i = 0; i < names; i++) {
            expected.add("now " + i);
        }
        var log = logged(
                "pi.registerCommand('name', { handler: async () => log('now', pi.getSessionName()) });",
                untilLogged(names, client -> {
                    for (int i = 0; i < names; i++) {
                        client.write(JsonObject.of("type", "set_session_name", "name", String.valueOf(i)));
                        write(client, "/name");
                    }
                }));
        assertThat(log).containsExactlyElementsOf(expected);
    }
}
