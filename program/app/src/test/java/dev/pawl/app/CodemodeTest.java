package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts in the whole program: their calls are under the same law as those of the model. */
class CodemodeTest {
    private static final String THREE = """
        for (const name of ['one', 'two', 'three', 'four']) {
          try { text(await tools.write({ path: name, content: name })) } catch (e) { text(e.message) }
        }
        """;

    @TempDir
    Path dir;

    private TestProgram program(String code) throws IOException {
        return TestProgram.in(
                dir, Turn.calls(call("codemode", JsonObject.of("code", code)).withId("call_1")), Turn.text("Done."));
    }

    private static String result(TestProgram pawl) {
        return pawl.asked(2).getLast();
    }

    private List<String> made(TestProgram pawl) {
        return List.of("one", "two", "three", "four").stream()
                .filter(name -> Files.exists(pawl.project.resolve(name)))
                .toList();
    }

    @Test
    void a_gate_that_refuses_the_third_call_refuses_that_one_in_the_audit_too() throws Exception {
        try (var pawl = program(THREE)
                .user("settings.json", "{\"audit\": {\"file\": \"~/audit.jsonl\"}}")
                .hook("third", """
                    pi.on(TOOL_CALL, (call, ctx) -> "call_1".equals(call.parentToolCallId())
                            && call.toolCallId().endsWith("/3")
                        ? call.block("not the third") : call.allow());
                    """)) {
            assertThat(pawl.run("--tools", "+codemode", "-p", "Go").status()).isZero();
            assertThat(made(pawl)).containsExactly("one", "two", "four");
            assertThat(result(pawl)).contains("Script completed", "==> text 3/4 <==\nnot the third");
            assertThat(Files.readAllLines(pawl.home.resolve("audit.jsonl")))
                    .map(JsonObject::parse)
                    .extracting(line -> line.string("type") + " " + line.string("call"))
                    .containsExactly(
                            "allowed call_1",
                            "allowed call_1/1",
                            "allowed call_1/2",
                            "decided call_1/3",
                            "allowed call_1/4");
        }
    }

    @Test
    void plan_mode_lets_a_script_run_and_refuses_what_it_writes() throws Exception {
        try (var pawl =
                program("text(await tools.read({ path: 'there' }));\n" + THREE).file("there", "file text")) {
            pawl.run("--tools", "+codemode", "--permission-mode", "plan", "-p", "Go");
            assertThat(made(pawl)).isEmpty();
            assertThat(result(pawl)).contains("file text", "Plan mode: nothing is written");
        }
    }

    @Test
    void a_rule_for_a_tool_holds_in_scripts_and_one_for_codemode_holds_for_scripts() throws Exception {
        try (var pawl = program(THREE).user("settings.json", "{\"permissions\": {\"deny\": [\"Write(./two)\"]}}")) {
            pawl.run("--tools", "+codemode", "--permission-mode", "acceptEdits", "-p", "Go");
            assertThat(made(pawl)).containsExactly("one", "three", "four");
            assertThat(result(pawl)).contains("denied by the rule");
        }
    }

    @Test
    void a_rule_for_codemode_holds_for_scripts() throws Exception {
        try (var pawl = program(THREE).user("settings.json", "{\"permissions\": {\"deny\": [\"codemode\"]}}")) {
            pawl.run("--tools", "+codemode", "--permission-mode", "bypass", "-p", "Go");
            assertThat(made(pawl)).isEmpty();
            assertThat(result(pawl)).contains("denied by the rule");
        }
    }

    @Test
    void a_hook_of_the_page_refuses_commands_of_scripts() throws Exception {
        try (var pawl = program("try { await tools.bash({ command: 'touch made' }) } catch (e) { return e.message }")
                .hook("commands", """
                    pi.on(TOOL_CALL, (call, ctx) -> call.parentToolCallId() != null && call.toolName().equals("bash")
                        ? call.block("scripts run no commands here")
                        : call.allow());
                    """)) {
            pawl.run("--tools", "+codemode", "-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(result(pawl)).endsWith("scripts run no commands here");
        }
    }

    @Test
    void every_example_of_the_page_answers_what_the_page_says() throws Exception {
        var page = Files.readString(Checkout.file("docs/codemode.md"));
        var examples = Pattern.compile("```js\\n(.*?)```.*?```text\\n(.*?)\\n```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .toList();
        assertThat(examples).hasSize(3);
        var turns = new ArrayList<Turn>();
        examples.forEach(example -> turns.add(Turn.calls(call("codemode", JsonObject.of("code", example.group(1))))));
        turns.add(Turn.text("Done."));
        try (var pawl = TestProgram.in(dir, turns.toArray(Turn[]::new))
                .file("src/main.c", "")
                .file("notes.txt", "three words it")) {
            pawl.run("--tools", "+codemode", "-p", "Go");
            for (int i = 0; i < examples.size(); i++) {
                assertThat(pawl.asked(i + 2).getLast()).endsWith(examples.get(i).group(2));
            }
        }
    }

    @Test
    void the_model_reads_how_tools_are_called_from_scripts() throws Exception {
        try (var pawl = program("return 1")) {
            pawl.run("--tools", "+codemode", "-p", "Go");
            assertThat(pawl.request(1).toString())
                    .contains("Codemode: `tools.read(args)` resolves to")
                    .contains("`{ output, truncated, full_output_path?, exit_code, wall_time_seconds }`");
        }
    }

    @Test
    void with_the_mode_only_other_tools_are_listed_for_scripts_and_not_declared() throws Exception {
        try (var pawl = program("return (await tools.read({ path: 'there' })).length")
                .file("there", "file text")
                .user("settings.json", "{\"defaultTools\": [\"+codemode\"], \"codemode\": {\"mode\": \"only\"}}")) {
            pawl.run("-p", "Go");
            var tools = pawl.request(1).objects("tools");
            assertThat(tools)
                    .extracting(tool -> tool.object("function").string("name"))
                    .containsExactly("codemode");
            assertThat(tools.getFirst().object("function").string("description"))
                    .contains("### `read`", "declare const tools: { read(args: {");
            assertThat(pawl.systemPrompt(1))
                    .contains("- codemode: Run JavaScript")
                    .doesNotContain("- read: ");
            assertThat(result(pawl)).endsWith("9");
        }
    }
}
