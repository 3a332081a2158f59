package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gemini CLI's hooks about requests to the model, its answers and its tools, in the whole program. */
class GeminiModelHooksTest {
    @TempDir
    Path dir;

    private TestProgram program(String event, String command, Turn... turns) throws Exception {
        var hook = JsonObject.of("type", "command", "command", command);
        var hooks = JsonObject.of(event, List.of(JsonObject.of("hooks", List.of(hook))));
        return TestProgram.in(dir, turns)
                .file(".gemini/settings.json", JsonObject.of("hooks", hooks).toString());
    }

    private static String answering(JsonObject special) {
        return "echo '" + JsonObject.of("hookSpecificOutput", special) + "'";
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static JsonObject response(String text) {
        return JsonObject.of(
                "llm_response",
                JsonObject.of(
                        "candidates",
                        List.of(JsonObject.of("content", JsonObject.of("role", "model", "parts", List.of(text))))));
    }

    @Deep
    @Test
    void a_hook_changes_the_texts_that_the_model_is_sent_and_calls_stay() throws Exception {
        var python = "python3 -c 'import json,sys; r=json.load(sys.stdin)[\"llm_request\"];"
                + " [m.update(content=m[\"content\"].replace(\"secret\", \"***\")) for m in r[\"messages\"]];"
                + " r[\"messages\"].append({\"role\":\"user\",\"content\":\"Be brief.\"});"
                + " print(json.dumps({\"hookSpecificOutput\":{\"llm_request\":r}}))'";
        try (var pawl = program("BeforeModel", python, bash("echo went"), Turn.text("Done."))) {
            pawl.run("--approve", "-p", "My secret");
            assertThat(pawl.asked(1)).containsExactly("user: My ***", "user: Be brief.");
            assertThat(pawl.asked(2))
                    .contains("user: My ***", "tool: went\n")
                    .last()
                    .isEqualTo("user: Be brief.");
            assertThat(TestProgram.messagesIn(pawl.sessions().getFirst())).contains("user: My secret");
        }
    }

    @Test
    void a_hook_refuses_a_request_or_answers_it_itself() throws Exception {
        try (var pawl = program("BeforeModel", "echo 'not today' >&2; exit 2", Turn.text("Never."))) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.status()).isNotZero();
            assertThat(run.err()).contains("not today");
            assertThat(pawl.requests()).isZero();
        }
        try (var pawl = program("BeforeModel", answering(response("From the cache.")), Turn.text("Never."))) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.out()).contains("From the cache.");
            assertThat(run.status()).isZero();
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_hook_sees_and_changes_an_answer_before_it_is_kept() throws Exception {
        var seen = dir.resolve("seen");
        var command = "cat > '" + seen + "'; " + answering(response("Cleaned."));
        try (var pawl = program("AfterModel", command, Turn.text("Raw."))) {
            assertThat(pawl.run("--approve", "-p", "Go").out())
                    .contains("Cleaned.")
                    .doesNotContain("Raw.");
            var event = JsonObject.parse(Files.readString(seen));
            assertThat(event.object("llm_response").string("text")).isEqualTo("Raw.");
            assertThat(event.object("llm_request")
                            .objects("messages")
                            .getFirst()
                            .string("content"))
                    .isEqualTo("Go");
        }
    }

    @Test
    void nothing_of_an_answer_is_seen_before_a_hook_has_changed_it() throws Exception {
        try (var pawl = program("AfterModel", answering(response("Cleaned.")), Turn.text("Raw."))) {
            var run = pawl.run("--approve", "--mode", "json", "Go");
            assertThat(run.out()).contains("Cleaned.").doesNotContain("Raw.");
            assertThat(Files.readString(pawl.sessions().getFirst())).doesNotContain("Raw.");
        }
    }

    @Test
    void an_answer_that_is_aborted_while_its_hook_runs_is_withheld_and_the_session_goes_on() throws Exception {
        var ready = dir.resolve("ready");
        // It hangs once, and lets the next answer pass.
        var hanging = "test -e '" + ready + "' && exit 0; echo $$ > '" + ready + "'; exec sleep 1000";
        try (var pawl = program("AfterModel", hanging, bash("touch made; echo Raw"), Turn.text("Here again."))) {
            try (var client = new InnerRpc(pawl, "--approve")) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                long hook = Long.parseLong(InnerRpc.awaitFile(ready));
                assertThat(client.printed()).doesNotContain("Raw");
                client.send("{\"type\":\"abort\"}");
                client.await("\"agent_settled\"", 1);
                ProcessHandle.of(hook)
                        .ifPresent(process -> process.onExit()
                                .orTimeout(Patience.SECONDS, TimeUnit.SECONDS)
                                .join());
                client.prompt("Still there?");
                assertThat(client.printed()).contains("withheld", "Here again.").doesNotContain("Raw");
            }
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.asked(2)).contains("user: Go", "user: Still there?");
            assertThat(Files.readString(pawl.sessions().getFirst()))
                    .contains("withheld", "Here again.")
                    .doesNotContain("Raw");
        }
    }

    @Test
    void an_answer_that_a_hook_refuses_calls_no_tool() throws Exception {
        try (var pawl = program("AfterModel", "echo 'no such answer' >&2; exit 2", bash("touch made"))) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.out()).contains("no such answer");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_hook_chooses_the_tools_of_a_request() throws Exception {
        var some = JsonObject.of(
                "toolConfig",
                JsonObject.of("mode", "AUTO", "allowedFunctionNames", List.of("run_shell_command", "read_file")));
        try (var pawl = program("BeforeToolSelection", answering(some), Turn.text("Done."))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.tools(1)).containsExactlyInAnyOrder("bash", "read");
        }
        var none = JsonObject.of("toolConfig", JsonObject.of("mode", "NONE"));
        try (var pawl = program("BeforeToolSelection", answering(none), Turn.text("Done."))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.tools(1)).isEmpty();
        }
    }
}
