package dev.pawl.shellhooks.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookFileReaderTest {
    @TempDir
    Path dir;

    private FileHooks read(Dialect dialect, String text) throws Exception {
        return HookFileReader.read(dialect, Files.writeString(dir.resolve("settings.json"), text), false);
    }

    private FileHooks claude(String text) throws Exception {
        return read(Dialects.claude(), text);
    }

    @Test
    void a_hook_is_read_with_all_that_it_says() throws Exception {
        var read = claude("{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\","
                + "\"command\":\"${CLAUDE_PROJECT_DIR}/x\",\"args\":[\"a b\"],\"timeout\":2.5,\"onFailure\":\"block\","
                + "\"if\":\"Bash(git *)\",\"statusMessage\":\"checking\"}]}]}}");
        assertThat(read.problems()).isEmpty();
        var hook = read.hooks().getFirst();
        assertThat(hook.timeout()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(hook.blocksOnFailure()).isTrue();
        assertThat(hook.handler().shown()).isEqualTo("${CLAUDE_PROJECT_DIR}/x a b");
        assertThat(hook.source().place()).isEqualTo("hooks.PreToolUse[0].hooks[0]");
    }

    @Test
    void events_have_time_limits_of_their_own() throws Exception {
        var read = claude("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"a\"}]}],"
                + "\"UserPromptSubmit\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"a\"}]}],"
                + "\"PreToolUse\":[{\"hooks\":[{\"type\":\"prompt\",\"prompt\":\"a\"}]}]}}");
        assertThat(read.hooks())
                .extracting(hook -> hook.timeout().toMillis())
                .containsExactly(600_000L, 30_000L, 30_000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{`hooks`:; is not JSON",
                "[1]; is not JSON",
                "{'hooks':[]}; hooks must be an object of events",
                "{'hooks':{'Stop':{}}}; hooks.Stop must be a list",
                "{'hooks':{'Stop':[1]}}; hooks.Stop[0] must be an object",
                "{'hooks':{'Stop':[{}]}}; hooks.Stop[0].hooks must be a list",
                "{'hooks':{'Stop':[{'hooks':[3]}]}}; hooks.Stop[0].hooks[0] must be an object",
                "{'hooks':{'Stop':[{'hooks':[{'type':'script','command':'a'}]}]}}; hooks.Stop[0].hooks[0].type must be"
                        + " one of",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command'}]}]}}; hooks.Stop[0].hooks[0].command is missing",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command','command':5}]}]}}; command must be a text",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command','command':'a','shell':'fish'}]}]}}; shell must be bash",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command','command':'a','timeout':-1}]}]}}; timeout must be a"
                        + " number above 0",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command','command':'a','args':'b'}]}]}}; args must be a list",
                "{'hooks':{'Stop':[{'hooks':[{'type':'http','url':'ftp://a'}]}]}}; url must be an address",
                "{'hooks':{'PreToolUse':[{'matcher':'(','hooks':[]}]}}; hooks.PreToolUse[0].matcher is no regular"
                        + " expression",
                "{'hooks':{'PreToolUse':[{'matcher':7,'hooks':[]}]}}; hooks.PreToolUse[0].matcher must be a text",
                "{'hooks':{'PreToolUse':[{'hooks':[{'type':'command','command':'a','if':'Bash(a), Read'}]}]}}; if must"
                        + " be one rule",
                "{'hooks':{'PreToolUse':[{'hooks':[{'type':'command','command':'a','onFailure':'stop'}]}]}}; onFailure"
                        + " must be",
            })
    void what_is_wrong_is_named_with_its_place(String text, String problem) throws Exception {
        var read = claude(text.replace('\'', '"'));
        assertThat(read.hooks()).isEmpty();
        assertThat(read.problems()).hasSize(1).allSatisfy(found -> {
            assertThat(found.fatal()).isTrue();
            assertThat(found.path()).endsWith("settings.json");
            assertThat(found.message()).contains(problem);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{'hooks':{'WorktreeCreate':[{'hooks':[]}]}}; never happens here",
                "{'hooks':{'NoSuchEvent':[{'hooks':[]}]}}; is not known",
                "{'hooks':{'PreToolUse':[{'hooks':[{'type':'command','command':'a','shell':'powershell'}]}]}};"
                        + " PowerShell",
                "{'hooks':{'Stop':[{'hooks':[{'type':'command','command':'a','if':'Bash'}]}]}}; is not about a tool"
                        + " call",
            })
    void what_never_runs_is_reported_and_stops_nothing(String text, String problem) throws Exception {
        var read = claude(text.replace('\'', '"'));
        assertThat(read.hooks()).isEmpty();
        assertThat(read.idle()).hasSize(1);
        assertThat(read.problems()).hasSize(1).allSatisfy(found -> {
            assertThat(found.fatal()).isFalse();
            assertThat(found.message()).contains(problem);
        });
    }

    @Test
    void a_good_hook_beside_a_bad_one_is_there() throws Exception {
        var read = claude("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\"},"
                + "{\"type\":\"command\",\"command\":\"a\"}]}]}}");
        assertThat(read.hooks()).hasSize(1);
        assertThat(read.problems()).hasSize(1);
    }

    @Test
    void codex_does_not_run_prompts() throws Exception {
        var read = read(
                Dialects.all().get(2), "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"agent\",\"prompt\":\"a\"}]}]}}");
        assertThat(read.hooks()).isEmpty();
        assertThat(read.problems())
                .extracting(problem -> problem.message())
                .first()
                .asString()
                .contains("are not run");
    }

    @Test
    void codex_wants_whole_seconds() throws Exception {
        var codex = Dialects.all().get(2);
        assertThat(codex.name()).isEqualTo("codex");
        var hook = "{\"type\":\"command\",\"command\":\"a\",\"timeout\":%s}";
        assertThat(read(codex, "{\"hooks\":{\"Stop\":[{\"hooks\":[" + hook.formatted("0.5") + "]}]}}")
                        .problems())
                .extracting(problem -> problem.message())
                .containsExactly("hooks.Stop[0].hooks[0].timeout must be a whole number. This hook is not there.");
        assertThat(read(
                                codex,
                                "{\"description\":\"x\",\"hooks\":{\"Stop\":[{\"hooks\":[" + hook.formatted("5")
                                        + "]}]}}")
                        .hooks())
                .hasSize(1);
    }

    private FileHooks of(String dialect, String text) throws Exception {
        return read(
                Dialects.all().stream()
                        .filter(each -> each.name().equals(dialect))
                        .findFirst()
                        .orElseThrow(),
                text);
    }

    @Test
    void hooks_at_the_end_of_a_session_have_at_most_the_time_of_their_agent() throws Exception {
        var text =
                "{\"hooks\":{\"SessionEnd\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"a\",\"timeout\":900}]}]}}";
        assertThat(of("codex", text).hooks().getFirst().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(of("claude", text).hooks().getFirst().timeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void fields_that_are_not_known_are_named_and_the_hook_runs() throws Exception {
        var read = claude("{\"hooks\":{\"Stop\":[{\"id\":\"x\",\"hooks\":[{\"type\":\"command\",\"command\":\"a\","
                + "\"_comment\":\"why\",\"priority\":1}]}]}}");
        assertThat(read.hooks()).hasSize(1);
        assertThat(read.problems())
                .allSatisfy(problem -> assertThat(problem.fatal()).isFalse());
        assertThat(read.problems())
                .extracting(problem -> problem.message().split(" ", 2)[0])
                .containsExactly(
                        "hooks.Stop[0].id", "hooks.Stop[0].hooks[0]._comment", "hooks.Stop[0].hooks[0].priority");
    }

    @Test
    void a_matcher_that_is_no_expression_leaves_out_one_hook_of_copilot_and_is_named() throws Exception {
        var read = of(
                "copilot",
                "{\"version\":1,\"hooks\":{\"preToolUse\":[{\"bash\":\"a\",\"matcher\":\"(\"},{\"bash\":\"b\"}]}}");
        assertThat(read.hooks()).extracting(hook -> hook.handler().shown()).containsExactly("b");
        assertThat(read.idle()).hasSize(1);
        assertThat(read.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.fatal()).isFalse();
            assertThat(problem.message()).contains("hooks.preToolUse[0]").contains("is no regular expression");
        });
    }

    @Test
    void gemini_switches_hooks_off_by_name_and_all_together() throws Exception {
        var hooks = "\"hooks\":{\"BeforeTool\":[{\"matcher\":\"a[\",\"hooks\":[{\"type\":\"command\",\"name\":\"one\","
                + "\"command\":\"a\"},{\"type\":\"command\",\"command\":\"b\"}]}]}}";
        var some = of("gemini", "{\"hooksConfig\":{\"disabled\":[\"one\"]}," + hooks);
        assertThat(some.hooks()).extracting(hook -> hook.handler().shown()).containsExactly("b");
        assertThat(some.disabled()).isFalse();
        assertThat(of("gemini", "{\"hooksConfig\":{\"enabled\":false}," + hooks).disabled())
                .isTrue();
    }

    @Test
    void types_that_claude_code_does_not_run_at_an_event_are_reported_and_do_not_run() throws Exception {
        var read = claude("{\"hooks\":{\"PreCompact\":[{\"hooks\":[{\"type\":\"prompt\",\"prompt\":\"a\"}]}],"
                + "\"SessionStart\":[{\"hooks\":[{\"type\":\"http\",\"url\":\"http://localhost/a\"}]}],"
                + "\"Stop\":[{\"hooks\":[{\"type\":\"agent\",\"prompt\":\"a\"}]}]}}");
        assertThat(read.hooks()).extracting(hook -> hook.event().name()).containsExactly("Stop");
        assertThat(read.problems())
                .extracting(problem -> problem.message())
                .satisfiesExactly(
                        first -> assertThat(first).contains("runs no hooks of the type prompt at PreCompact"),
                        second -> assertThat(second).contains("runs no hooks of the type http at SessionStart"));
        assertThat(read.idle()).hasSize(2);
    }

    @Test
    void codex_asks_no_server_at_the_end_and_copilot_no_model_after_the_start() throws Exception {
        var tool = "[{\"hooks\":[{\"type\":\"mcp_tool\",\"server\":\"a\",\"tool\":\"b\"}]}]";
        var codex = of("codex", "{\"hooks\":{\"SessionEnd\":" + tool + ",\"Stop\":" + tool + "}}");
        assertThat(codex.hooks()).extracting(hook -> hook.event().name()).containsExactly("Stop");
        assertThat(codex.problems())
                .extracting(problem -> problem.message())
                .singleElement()
                .asString()
                .contains("runs no hooks of the type mcp_tool at SessionEnd");
        var prompt = "[{\"type\":\"prompt\",\"prompt\":\"a\"}]";
        var copilot = of(
                "copilot", "{\"version\":1,\"hooks\":{\"sessionStart\":" + prompt + ",\"preToolUse\":" + prompt + "}}");
        assertThat(copilot.hooks()).extracting(hook -> hook.event().name()).containsExactly("sessionStart");
        assertThat(copilot.problems())
                .extracting(problem -> problem.message())
                .singleElement()
                .asString()
                .contains("runs no hooks of the type prompt at preToolUse");
    }

    @Test
    void a_group_that_wants_to_run_in_parallel_runs_and_is_reported() throws Exception {
        var read = claude("{\"hooks\":{\"Stop\":[{\"parallel\":true,\"hooks\":[{\"type\":\"command\","
                + "\"command\":\"a\"}]}]}}");
        assertThat(read.hooks()).hasSize(1);
        assertThat(read.problems().getFirst().message()).startsWith("hooks.Stop[0].parallel has no effect");
    }

    @Test
    void codex_limits_in_tokens_what_the_model_reads() throws Exception {
        var text = "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"a\","
                + "\"additionalContextLimit\":%s}]}]}}";
        assertThat(of("codex", text.formatted("100"))
                        .hooks()
                        .getFirst()
                        .limits()
                        .context())
                .isEqualTo(400);
        assertThat(of("codex", text.formatted("0")).hooks().getFirst().limits().context())
                .isEqualTo(Integer.MAX_VALUE);
        assertThat(of("codex", text.formatted("-1")).problems().getFirst().message())
                .contains("additionalContextLimit must be a whole number of tokens");
    }
}
